"""The filter passes the pairs whose joined bytes contain the bytes."""

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.vocabulary import Merge, Vocabulary
from bpetui.worker.token_filter import pair_filter

BYTES = st.sampled_from(b"ab")


@st.composite
def runs(draw: st.DrawFn) -> list[Merge]:
    """Merges of any tokens there are, mostly of few different bytes."""
    merges: list[Merge] = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        known = st.one_of(BYTES, st.integers(256, 254 + number) if number > 1 else BYTES)
        merges.append(Merge(number, draw(known), draw(known), 255 + number, 1, 1, chosen=False, tokens=1))
    return merges


SOUGHT = st.lists(BYTES, min_size=1, max_size=6).map(bytes)


@given(runs(), SOUGHT, SOUGHT, st.data())
def test_a_pair_passes_if_its_joined_bytes_contain_the_bytes(
    merges: list[Merge], sought: bytes, other: bytes, data: st.DataObject
) -> None:
    vocabulary = Vocabulary((merge.left, merge.right) for merge in merges)
    keep = pair_filter(sought, other, vocabulary)
    token = st.one_of(BYTES, st.integers(256, 255 + len(merges)) if merges else BYTES)
    for _ in range(5):
        left, right = data.draw(token), data.draw(token)
        joined = vocabulary[left] + vocabulary[right]
        assert keep(left, right) == (sought in joined or other in joined)
