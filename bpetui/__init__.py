r"""Byte-pair encoding, exact and one merge at a time.

The program is ``bpetui``; as a library it is what this page names. All else in the package is internal, and may change.

Load a tokenizer from a file or by name, or train one, on a text or on words with their counts:

>>> import bpetui
>>> tokenizer = bpetui.train("the theme of the thesis, the theory", 262, split="gpt2", special=["<|end|>"])
>>> tokenizer.encode("the theme")
[257, 260]
>>> tokenizer.decode([257, 260])
'the theme'
>>> tokenizer.tokenize("the é").tokens
(b'the', b' ', b'\xc3', b'\xa9')

A special token in a text is an error unless it is allowed, or is said to be plain text:

>>> tokenizer.encode("the<|end|>", allowed_special={"<|end|>"})
[257, 262]
>>> len(tokenizer.encode("the<|end|>", disallowed_special=()))
8
>>> tokenizer.encode("the<|end|>")
Traceback (most recent call last):
    ...
bpetui.core.errors.BpetuiError: the text holds the special token <|end|>; allow it with allowed_special, or take ...

Every error is a `BpetuiError`, whose text is one sentence. Tokens that come one at a time are decoded as they come:

>>> decoder = bpetui.StreamingDecoder()
>>> [decoder.feed(tokenizer.token(token_id)) for token_id in tokenizer.encode("é!")]
['', 'é', '!']

A trainer goes forward and back, and a pair of one's own choice can be merged:

>>> trainer = bpetui.Trainer("aaabdaaabac")
>>> trainer.step()
Merge(number=1, left=97, right=97, id=256, count=4, ties=1, chosen=False, tokens=9)
>>> trainer.back().count, trainer.choose(97, 98).count
(4, 2)
>>> trainer.tokenizer().encode("ab")
[256]
"""

TYPE_CHECKING = False  # which type checkers know; `typing` itself is left to whoever needs it
if TYPE_CHECKING:
    from bpetui.api import BpetuiError, Split, StreamingDecoder, Tokenization, Tokenizer, Trainer, load, train

    __version__: str

__all__ = [
    "BpetuiError",
    "Split",
    "StreamingDecoder",
    "Tokenization",
    "Tokenizer",
    "Trainer",
    "__version__",
    "load",
    "train",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load what is asked for only then: a command needs little of it, and starts at once."""
        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("bpetui")
            except PackageNotFoundError:
                return "(not installed)"
        if name in __all__:
            from bpetui import api

            return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
