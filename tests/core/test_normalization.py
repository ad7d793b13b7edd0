"""Unicode normal forms of texts and of counted words."""

import pytest

from bpetui.core.normalization import NORMALIZATIONS, normalized, normalized_counts


@pytest.mark.parametrize(
    ("form", "text"),
    [("none", "ệ ﬁ"), ("nfc", "ệ ﬁ"), ("nfd", "e\u0323\u0302 ﬁ"), ("nfkc", "ệ fi"), ("nfkd", "e\u0323\u0302 fi")],
)
def test_each_normal_form_of_a_text(form: str, text: str) -> None:
    assert normalized("ệ ﬁ", form) == text
    assert form in NORMALIZATIONS


def test_counts_of_words_that_become_equal_are_added() -> None:
    counts = {"e\u0301": 2, "a": 1, "é": 3}
    assert list(normalized_counts(counts, "nfc").items()) == [("é", 5), ("a", 1)]
    assert normalized_counts(counts, "none") == counts
