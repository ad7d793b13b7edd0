"""The errors of the program. The text of an error is the sentence that the user reads."""


class BpetuiError(Exception):
    """An error that the user can fix; its sentence says what is wrong, where, and what to do.

    ``status`` is the exit status of a command that fails with it.
    """

    status = 1


class UsageError(BpetuiError):
    """An error in the request itself: an unknown name, an invalid pattern, a number out of range."""

    status = 2
