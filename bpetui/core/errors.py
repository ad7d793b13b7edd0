"""The errors of the program: each one's text is the sentence the user reads."""


class BpetuiError(Exception):
    """Something the user can mend: a sentence that says what, where and what to do.

    ``status`` is the exit status of a command that ends with it.
    """

    status = 1


class UsageError(BpetuiError):
    """The request itself is wrong: an unknown name, a pattern that does not compile, a size below the least."""

    status = 2
