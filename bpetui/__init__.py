r"""Byte-pair encoding, exact and one merge at a time.

``bpetui`` is also a program. The library consists of the names on this page; everything else in the package is internal
and may change.

Load a tokenizer from a file or by name, or train one on a text or on words and their counts:

>>> import bpetui
>>> tokenizer = bpetui.train("the theme of the thesis, the theory", 262, split="gpt2", special=["<|end|>"])
>>> tokenizer.encode("the theme")
[257, 260]
>>> tokenizer.decode([257, 260])
'the theme'
>>> tokenizer.tokenize("the é").tokens
(b'the', b' ', b'\xc3', b'\xa9')

A special token in a text is an error, unless it is allowed or read as plain text:

>>> tokenizer.encode("the<|end|>", allowed_special={"<|end|>"})
[257, 262]
>>> len(tokenizer.encode("the<|end|>", disallowed_special=()))
8
>>> tokenizer.encode("the<|end|>")
Traceback (most recent call last):
    ...
bpetui.core.errors.BpetuiError: the text contains the special token <|end|>; allow it with allowed_special, or ...

Every error is a `BpetuiError` with one sentence. Decode tokens one at a time, as a model produces them:

>>> decoder = bpetui.StreamingDecoder()
>>> [decoder.feed(tokenizer.token(token_id)) for token_id in tokenizer.encode("é!")]
['', 'é', '!']

Train step by step, undo merges, and choose a pair:

>>> trainer = bpetui.Trainer("aaabdaaabac")
>>> trainer.step()
Merge(number=1, left=97, right=97, id=256, count=4, ties=1, chosen=False, tokens=9)
>>> trainer.back().count, trainer.choose(97, 98).count
(4, 2)
>>> trainer.tokenizer().encode("ab")
[256]
"""

TYPE_CHECKING = False  # type checkers take it for the one in `typing`, which need not be imported here
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
        """Import a name on first use, so that commands start fast."""
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
