"""The trace of a text: each step is one merge at all its places, and the last step gives the tokens."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import UNKNOWN, Alphabet
from bpetui.core.models import MergeModel, Model, RankModel
from bpetui.core.trace import Part, TextTrace, TraceStep, spans

BYTES = {bytes([value]): value for value in range(256)}
MERGES = [(98, 99), (97, 98), (97, 256), (258, 258)]  # bc, ab, abc, abcabc


def spelled(model: Model, *words: str, tokens: dict[int, bytes], special: dict[str, int] | None = None) -> list[str]:
    """Return the text after each step, with bars between tokens, and new tokens in capitals."""
    ids = [(special or {}).get(word) for word in words]
    trace = TextTrace.from_words(words, model, tokens.__getitem__, ids)
    return [
        "|".join(
            tokens[part.id].decode().upper() if part.is_new else tokens[part.id].decode()
            for part in trace.after(number)
        )
        for number in range(len(trace.steps) + 1)
    ]


def tokens_of(merges: list[tuple[int, int]]) -> dict[int, bytes]:
    """Return the bytes of each token of a list of merges, by id."""
    tokens = {value: bytes([value]) for value in range(256)}
    for left, right in merges:
        tokens[len(tokens)] = tokens[left] + tokens[right]
    return tokens


def test_steps_are_in_the_order_of_ranks_each_at_all_its_places() -> None:
    model = MergeModel.from_pairs(MERGES)
    assert spelled(model, "abc", "xab", "abc", tokens=tokens_of(MERGES)) == [
        "a|b|c|x|a|b|a|b|c",
        "a|BC|x|a|b|a|BC",
        "a|bc|x|AB|a|bc",
        "ABC|x|ab|ABC",
    ]


def test_a_step_has_its_parts_its_token_and_its_places() -> None:
    trace = TextTrace.from_words(["abc", "bc"], MergeModel.from_pairs(MERGES), tokens_of(MERGES).__getitem__)
    assert trace.steps == (TraceStep(0, (98, 99), 256, ((1, 2), (3, 4))), TraceStep(2, (97, 256), 258, ((0, 1),)))
    assert trace.after(2) == [Part(258, 0, 3, True), Part(256, 3, 5)]
    assert trace.words == {0, 3}


def test_a_merge_can_make_one_of_a_lower_rank_possible() -> None:
    ranks = {**BYTES, b"abc": 256, b"ab": 257, b"xy": 258}
    tokens = {rank: token for token, rank in ranks.items()}
    assert spelled(RankModel(ranks), "abcd", "xyx", tokens=tokens) == [
        "a|b|c|d|x|y|x",
        "AB|c|d|x|y|x",
        "ABC|d|x|y|x",
        "abc|d|XY|x",
    ]
    trace = TextTrace.from_words(["abcd", "xyx"], RankModel(ranks), tokens.__getitem__)
    assert [(step.rank, step.id) for step in trace.steps] == [(257, 257), (256, 256), (258, 258)]


def test_a_word_that_no_merges_make_is_the_last_step() -> None:
    ranks = {**BYTES, b"bc": 256, b"abcde": 257}
    tokens = {rank: token for token, rank in ranks.items()}
    assert spelled(RankModel(ranks), "abcde", "bcd", "abcde", tokens=tokens) == [
        "a|b|c|d|e|b|c|d|a|b|c|d|e",
        "a|BC|d|e|BC|d|a|BC|d|e",
        "ABCDE|bc|d|ABCDE",
    ]
    trace = TextTrace.from_words(["abcde"], RankModel(ranks), tokens.__getitem__)
    assert trace.steps[-1] == TraceStep(None, (97, 256, 100, 101), 257, ((0, 1, 3, 4),))


def test_special_tokens_are_base_tokens() -> None:
    tokens = {**tokens_of(MERGES), 1000: b"<s>"}
    model = MergeModel.from_pairs(MERGES)
    assert spelled(model, "bc", "<s>", "b", tokens=tokens, special={"<s>": 1000}) == ["b|c|<s>|b", "BC|<s>|b"]


def test_an_unknown_token_covers_one_character() -> None:
    alphabet = Alphabet("ab", "</w>")
    tokens = {**dict(enumerate(alphabet.tokens)), UNKNOWN: b"<unk>", 3: b"b</w>"}
    model = MergeModel.from_pairs([(1, 2)], alphabet)
    trace = TextTrace.from_words(["床b</w>"], model, tokens.__getitem__)
    assert trace.base_tokens == (Part(UNKNOWN, 0, 3), Part(1, 3, 4), Part(2, 4, 8))
    assert trace.after(1) == [Part(UNKNOWN, 0, 3), Part(3, 3, 8, True)]
    assert [*spans("床é", [UNKNOWN, UNKNOWN], tokens.__getitem__, 7)] == [(7, 10), (10, 12)]


def test_an_empty_text_has_no_steps() -> None:
    trace = TextTrace.from_words([], RankModel(BYTES), tokens_of([]).__getitem__)
    assert trace.steps == ()
    assert trace.after(0) == []


@st.composite
def models(draw: st.DrawFn) -> tuple[Model, dict[int, bytes]]:
    """Return a model with a list of merges, or with ranks of any tokens, which merges often do not make."""
    if draw(st.booleans()):
        merges: list[tuple[int, int]] = []
        for size in range(draw(st.integers(0, 8))):
            some = st.sampled_from([97, 98, 99, *range(256, 256 + size)])
            pair = draw(some), draw(some)
            if pair not in merges:
                merges.append(pair)
            else:
                break
        return MergeModel.from_pairs(merges), tokens_of(merges)
    more = draw(st.lists(st.text("abc", min_size=2, max_size=5).map(str.encode), unique=True, max_size=10))
    ranks = {**BYTES, **{token: rank for rank, token in enumerate(more, 256)}}
    return RankModel(ranks), {rank: token for token, rank in ranks.items()}


@given(models(), st.lists(st.text("abcé", min_size=1, max_size=9), max_size=6))
def test_each_step_is_one_merge_and_the_last_gives_the_tokens(
    made: tuple[Model, dict[int, bytes]], words: list[str]
) -> None:
    model, tokens = made
    trace = TextTrace.from_words(words, model, tokens.__getitem__)
    states = [trace.after(number) for number in range(len(trace.steps) + 1)]
    data = "".join(words).encode()
    assert [part.id for part in states[-1]] == [token for word in words for token in model.encode_word(word)]
    for parts in states:
        assert [0, *(part.stop for part in parts)] == [*(part.start for part in parts), len(data)]
        assert all(tokens[part.id] == data[part.start : part.stop] for part in parts)
    for step, (before, after) in zip(trace.steps, pairwise(states), strict=True):
        at = {part.start: index for index, part in enumerate(before)}
        new = [part for part in after if part.is_new]
        assert len(new) == len(step.places)
        assert len(after) == len(before) - len(new) * (len(step.parts) - 1)
        for part in new:
            first = at[part.start]
            assert tuple(each.id for each in before[first : first + len(step.parts)]) == step.parts
            assert part.id == step.id
    ranks = [step.rank for step in trace.steps if step.rank is not None]
    assert isinstance(model, RankModel) or ranks == sorted(ranks)
