"""The exception for files that only the package ``tokenizers`` opens."""


class UnsupportedError(Exception):
    """A file has a feature that `Tokenizer` does not support, or not exactly; ``reason`` says which.

    ``is_unusual`` marks what the author of the file hardly intended, so the user should know about it.
    """

    def __init__(self, reason: str, *, is_unusual: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.is_unusual = reason, is_unusual
