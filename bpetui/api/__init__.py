"""The library interface: `load`, `train` and the classes that `bpetui` exports. It checks the arguments of callers.

Modules here may import `worker` and everything below it; the command line and the screen do not import them.
"""

from bpetui.api.tokenizer import Tokenizer, load
from bpetui.api.trainer import Trainer, train
from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.core.streaming_decoder import StreamingDecoder
from bpetui.core.tokenization import Tokenization

__all__ = [
    "BpetuiError",
    "Split",
    "StreamingDecoder",
    "Tokenization",
    "Tokenizer",
    "Trainer",
    "load",
    "train",
]
