"""Special tokens that are allowed in a text must be those of the tokenizer."""

import pytest

from bpetui.core.errors import UsageError
from bpetui.core.tokenization import check_allowed

SPECIAL = ("<s>", "</s>")


def refusal(allowed: object, special: tuple[str, ...] = SPECIAL) -> str:
    """The sentence that refuses some allowed tokens."""
    with pytest.raises(UsageError) as caught:
        check_allowed(allowed, special)  # type: ignore[arg-type]
    return str(caught.value)


def test_special_tokens_are_allowed_in_their_order() -> None:
    assert check_allowed(iter(["</s>", "<s>"]), SPECIAL) == ("</s>", "<s>")
    assert check_allowed((), ()) == ()


def test_an_unknown_token_is_refused_with_those_there_are() -> None:
    assert refusal(["<x >"]) == "<x·> is not a special token of this tokenizer; choose from <s>, </s>"
    assert refusal(["<x>"], ()) == "<x> is not a special token of this tokenizer; it has none"


def test_at_most_ten_tokens_are_listed() -> None:
    tokens = tuple(f"<{number}>" for number in range(11))
    assert refusal(["x"], tokens[:10]).endswith("<8>, <9>")
    assert refusal(["x"], tokens).endswith("<9>, …")


def test_a_string_is_no_set_of_tokens() -> None:
    assert refusal("<s>") == "the special tokens are the string '<s>'; pass a set of strings"
