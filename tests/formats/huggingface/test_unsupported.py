"""The reason why only the original opens a file."""

from bpetui.formats.huggingface.unsupported import UnsupportedError


def test_a_reason_is_kept_and_can_be_unusual() -> None:
    error = UnsupportedError("its model is WordPiece")
    assert (str(error), error.reason, error.is_unusual) == ("its model is WordPiece", "its model is WordPiece", False)
    assert UnsupportedError("", is_unusual=True).is_unusual
