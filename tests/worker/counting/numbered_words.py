"""A text in which new words appear now and then."""


def text_of(size: int) -> bytes:
    """A text of ``size`` times two lines."""
    return b"".join(b"the word %d\nof %d, 'twas\n" % (number % 97, number // 50) for number in range(size))
