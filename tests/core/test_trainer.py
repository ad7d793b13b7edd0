"""Training: the rule, worked examples, comparisons with other programs, and exact undo."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from bpetui.core import trainer as trainer_module
from bpetui.core.alphabet import FIRST_SPECIAL, symbol_id
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import TIES, Options, Ties
from bpetui.core.pieces import PIECE_TOKENS
from bpetui.core.splitting import SPLIT_NAMES, split_named
from bpetui.core.trainer import BpeTrainer, RankedPair
from bpetui.core.vocabulary import Merge
from tests import reference
from tests.sample_corpora import corpus_of


def trainer_on(text: str, split: str = "none", piece_tokens: int = PIECE_TOKENS) -> BpeTrainer:
    """Return the trainer of a text."""
    return BpeTrainer(corpus_of(text, split), piece_tokens=piece_tokens)


def token_bytes(trainer: BpeTrainer) -> list[bytes]:
    """Return the bytes of each token, by id."""
    tokens = [bytes([value]) for value in range(256)]
    for merge in trainer.merges:
        tokens.append(tokens[merge.left] + tokens[merge.right])
    return tokens


def merged_tokens(text: str, merges: int, split: str = "none") -> list[bytes]:
    """Return the bytes of each token that the first merges make."""
    trainer = trainer_on(text, split)
    trainer.seek(merges)
    return token_bytes(trainer)[256:]


# -- the rule ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "a"])
@pytest.mark.parametrize("split", SPLIT_NAMES)
def test_a_corpus_without_pairs_has_no_merges(text: str, split: str) -> None:
    trainer = trainer_on(text, split)
    assert trainer.step() is None
    assert (trainer.merges, trainer.tokens, trainer.pair_count) == ([], len(text), 0)


def test_overlapping_places_are_counted_but_not_merged() -> None:
    trainer = trainer_on("aaa")
    assert trainer.step() == Merge(1, 97, 97, 256, count=2, ties=1, chosen=False, tokens=2)
    assert trainer.pieces.word_tokens(0) == [256, 97]
    assert trainer.step() == Merge(2, 256, 97, 257, count=1, ties=1, chosen=False, tokens=1)
    assert trainer.step() is None


def test_a_run_is_merged_from_the_left() -> None:
    trainer = trainer_on("aaaaaaa")
    trainer.seek(1)
    assert trainer.pieces.word_tokens(0) == [256, 256, 256, 97]


@pytest.mark.parametrize(
    ("text", "merges", "tokens"),
    [
        ("bbbaaaddddcccc", 4, [b"dd", b"cc", b"bb", b"aa"]),
        ("aaabbbccccdddd", 4, [b"cc", b"dd", b"aa", b"bb"]),
        ("D C B B A B C D C B A B C D", 4, [b" B", b" C", b"D C", b"D C B"]),
        ("the cat the dog", 3, [b"th", b"the", b"the "]),
        ("\n\n  \n\n  a", 3, [b"\n\n", b"\n\n ", b"\n\n  "]),
    ],
)
def test_the_pair_that_occurs_first_wins_a_tie(text: str, merges: int, tokens: list[bytes]) -> None:
    assert merged_tokens(text, merges) == tokens


def test_ties_is_the_number_of_pairs_with_the_count() -> None:
    trainer = trainer_on("abcabc")  # ab 2, bc 2, ca 1
    assert trainer.ranking(0, 9) == [RankedPair(97, 98, 2, 0), RankedPair(98, 99, 2, 0), RankedPair(99, 97, 1, 0)]
    merge = trainer.step()
    assert merge is not None
    assert (merge.count, merge.ties) == (2, 2)


def test_the_first_occurrence_is_in_the_corpus_as_tokenized_now() -> None:
    # bc and xy stand twice once ab is merged. In the bytes bc comes first, but that place is gone.
    assert merged_tokens("abc1xy2ab3ab4bc5xy6bc", 2) == [b"ab", b"xy"]


@pytest.mark.parametrize("split", ["whitespace", "gpt2", "cl100k_base"])
def test_merges_do_not_cross_the_end_of_a_word(split: str) -> None:
    text = "low  low\n\nlower"
    whole = {word.encode() for word in split_named(split).words(text)}
    tokens = merged_tokens(text, 99, split)
    assert all(any(token in word for word in whole) for token in tokens)
    assert whole <= {*tokens, *(bytes([value]) for value in range(256))}


def test_a_pair_of_any_rank_can_be_chosen() -> None:
    trainer = trainer_on("aaab")
    merge = trainer.choose(97, 98)
    assert merge == Merge(1, 97, 98, 256, count=1, ties=1, chosen=True, tokens=3)
    assert trainer.pieces.word_tokens(0) == [97, 97, 256]


def test_a_choice_discards_undone_merges() -> None:
    trainer = trainer_on("aaab")
    trainer.seek(2)
    trainer.seek(0)
    assert [merge.number for merge in trainer.undone] == [2, 1]
    trainer.choose(97, 98)
    assert trainer.undone == []


def test_a_pair_that_does_not_occur_cannot_be_chosen() -> None:
    trainer = trainer_on("aab")
    trainer.seek(1)
    trainer.back()
    for pair in ((98, 97), (256, 98), (5000, 5001)):
        with pytest.raises(BpetuiError, match=f"{pair[0]}.*{pair[1]}"):
            trainer.choose(*pair)
    assert len(trainer.undone) == 1, "what failed must change nothing"


@pytest.mark.parametrize("missing", [-1, 257, 0xD800, FIRST_SPECIAL, 1 << 40])
def test_pair_with_the_id_of_no_token_has_no_count_and_no_change(missing: int) -> None:
    trainer = trainer_on("abab ab")
    trainer.step()  # a b becomes 256; 257 is the next id
    assert len(trainer.vocabulary) == 257
    assert trainer.count(missing, 97) == trainer.count(97, missing) == 0
    assert trainer.change(missing, 97) == trainer.change(97, missing) == 0
    assert trainer.change(97, 98) == -3


def test_back_at_the_start_changes_nothing() -> None:
    trainer = trainer_on("aab")
    assert trainer.back() is None
    trainer.seek(1)
    assert trainer.back() == Merge(1, 97, 97, 256, count=1, ties=2, chosen=False, tokens=2)
    assert trainer.back() is None


def test_seeking_past_the_last_merge_stops_there() -> None:
    trainer = trainer_on("abab")
    trainer.seek(1000)
    assert len(trainer.merges) == 2
    assert trainer.tokens == 1


def test_a_full_vocabulary_ends_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer_module, "MAX_VOCABULARY", 258)
    trainer = BpeTrainer(corpus_of("abcabcabc", options=Options(min_count=2)))
    assert trainer.limit == 2
    ended = []
    for number in (1, 2):
        trainer.seek(number)
        ended.append(trainer.ended)
    assert (trainer.pair_count, ended) == (1, ["minimum-count", "exhausted"])


def test_the_limit_is_the_tokens_of_the_distinct_words_minus_one_each() -> None:
    assert [trainer_on(text, "whitespace").limit for text in ("", "a", "low low  lower", "月")] == [0, 0, 2 + 1 + 4, 2]


# -- what others learned -----------------------------------------------------------------------------------------------


def test_the_merges_match_minbpe(golden_training: dict[str, Any]) -> None:
    case = golden_training
    trainer = trainer_on(case["text"], case["split"])
    trainer.seek(case["vocab_size"] - 256)
    assert [[merge.left, merge.right, merge.count] for merge in trainer.merges] == case["merges"]
    assert trainer.tokens == case["final_tokens"]
    made = list(trainer.merges)
    trainer.seek(0)
    assert trainer.tokens == trainer.corpus.byte_count
    trainer.seek(case["vocab_size"] - 256)
    assert trainer.merges == made


def test_the_tang_poems_have_known_figures(corpora: Path) -> None:
    text = (corpora / "tang-regulated-2000.zh-Hans.txt").read_bytes().decode()
    trainer = trainer_on(text)
    assert (trainer.corpus.byte_count, trainer.corpus.character_count) == (265_591, 89_863)
    trainer.seek(1500)
    tokens = token_bytes(trainer)

    def figures(number: int) -> tuple[str, str, int]:
        merge = trainer.merges[number - 1]
        return tokens[merge.left].hex(" "), tokens[merge.right].hex(" "), merge.count

    assert figures(1) == ("80", "82", 6396)
    assert figures(1001) == ("ef bc 8c e8 a1", "8c", 26)
    assert figures(1500) == ("e7 a5", "96", 15)
    assert tokens[-1].decode() == "祖"
    assert trainer.tokens == 96_124

    lengths = []
    for token in tokens[256:]:
        try:
            lengths.append(len(token.decode()))
        except UnicodeDecodeError:
            lengths.append(0)
    one, partial = lengths.count(1), lengths.count(0)
    assert (one, len(lengths) - one - partial, partial) == (883, 172, 445)


# -- the engine and the slow reference ---------------------------------------------------------------------------------


class Model:
    """A trainer built on the reference: it keeps every state, and counts all pairs again for each merge."""

    def __init__(self, corpus: Corpus) -> None:
        self.options = corpus.options
        self.base = [bytes([value]) for value in range(256)]
        if self.options.alphabet == "characters":
            special, mark = set(self.options.special), self.options.end_of_word
            words = [word.removesuffix(mark) for word in corpus.words if word not in special]
            self.base = [character.encode() for character in sorted(set("".join(words)))]
            self.base += [mark.encode()] if mark else []
        self.weights = corpus.counts
        self.states = [[self.symbols(word) for word in corpus.words]]
        self.counts = [reference.count_pairs(self.states[0], self.weights)]
        self.merges: list[Merge] = []
        self.undone: list[Merge] = []
        self.vetoes: list[tuple[bytes, bytes]] = []

    def symbols(self, word: str) -> list[int]:
        if word in self.options.special:
            return [FIRST_SPECIAL + self.options.special.index(word)]
        if self.options.alphabet == "bytes":
            return list(word.encode())
        mark = self.options.end_of_word
        ids = [self.base.index(character.encode()) for character in word.removesuffix(mark)]
        return [*ids, len(self.base) - 1] if mark else ids

    def token_bytes(self, undone: Sequence[Merge] = ()) -> list[bytes]:
        tokens = list(self.base)
        for merge in [*self.merges, *reversed(undone)]:
            tokens.append(tokens[merge.left] + tokens[merge.right])
        return tokens

    @property
    def tokens(self) -> int:
        return sum(len(word) * weight for word, weight in zip(self.states[-1], self.weights, strict=True))

    def forbidden_by(self, pair: reference.Pair) -> str:
        tokens = self.token_bytes()
        left, right = tokens[pair[0]], tokens[pair[1]]
        if (left, right) in self.vetoes:
            return "veto"
        most = self.options.max_token_bytes
        too_long = most is not None and len(left + right) > most
        return "limit" if too_long or (self.options.whole_characters and crosses_a_border(left + right)) else ""

    def order(self, counts: dict[reference.Pair, int]) -> list[reference.Pair]:
        by_ids = self.options.ties == "smallest-id"
        return sorted(counts, key=lambda pair: (-counts[pair], *(pair if by_ids else ())))  # stable: first met, first

    def best(self) -> reference.Pair | None:
        counts = self.counts[-1]
        allowed = [pair for pair in self.order(counts) if not self.forbidden_by(pair)]
        return allowed[0] if allowed and counts[allowed[0]] >= self.options.min_count else None

    def tied(self) -> list[reference.Pair]:
        best, counts = self.best(), self.counts[-1]
        same = [pair for pair in self.order(counts) if best and counts[pair] == counts[best]]
        return [pair for pair in same if not self.forbidden_by(pair)]

    def step(self) -> Merge | None:
        if self.undone:
            again = self.undone.pop()
            return self.merge((again.left, again.right), again.chosen, again.ties)
        best = self.best()
        return self.merge(best, False) if best else None

    def choose(self, pair: reference.Pair) -> Merge:
        self.undone.clear()
        return self.merge(pair, True)

    def veto(self, veto: tuple[bytes, bytes]) -> None:
        if veto not in self.vetoes:
            self.vetoes.append(veto)
        tokens = self.token_bytes(self.undone)
        for at in reversed(range(len(self.undone))):
            if (tokens[self.undone[at].left], tokens[self.undone[at].right]) == veto:
                del self.undone[: at + 1]
                break

    def merge(self, pair: reference.Pair, chosen: bool, ties: int | None = None) -> Merge:
        counts, number = self.counts[-1], len(self.merges) + 1
        new = len(self.base) + len(self.merges)
        if ties is None:
            ties = sum(count == counts[pair] and not self.forbidden_by(other) for other, count in counts.items())
        self.states.append([reference.merge_pair(word, pair, new) for word in self.states[-1]])
        self.counts.append(reference.count_pairs(self.states[-1], self.weights))
        self.merges.append(Merge(number, *pair, new, counts[pair], ties, chosen, self.tokens))
        return self.merges[-1]

    def back(self) -> Merge | None:
        if not self.merges:
            return None
        self.states.pop()
        self.counts.pop()
        merge = self.merges.pop()
        if self.forbidden_by((merge.left, merge.right)):
            self.undone.clear()
        else:
            self.undone.append(merge)
        return merge

    def seek(self, number: int) -> None:
        while len(self.merges) > number:
            self.back()
        while len(self.merges) < number and self.step():
            pass

    def ranking(self) -> list[RankedPair]:
        now = self.counts[-1]
        before = self.counts[-2] if self.merges else now
        ranked = self.order(now)
        return [RankedPair(*p, now[p], now[p] - before.get(p, 0), cast(Any, self.forbidden_by(p))) for p in ranked]


def crosses_a_border(data: bytes) -> bool:
    """Return whether bytes contain a character border and are not whole characters."""
    border = any(byte & 0xC0 != 0x80 for byte in data[1:])
    try:
        data.decode()
    except UnicodeDecodeError:
        return border
    return False


def assert_equal(trainer: BpeTrainer, model: Model) -> None:
    """Check that the trainer and the reference are in the same state."""
    assert trainer.merges == model.merges
    assert trainer.undone == model.undone
    assert trainer.tokens == model.tokens
    ranking = model.ranking()
    assert trainer.pair_count == len(ranking)
    assert trainer.ranking(0, len(ranking) + 1) == ranking
    again = (model.undone[-1].left, model.undone[-1].right) if model.undone else None
    following = again or model.best()
    expected = [pair for pair in ranking if (pair.left, pair.right) == following]
    assert trainer.next_pair() == (expected[0] if expected else None)
    assert trainer.tied_pairs(3) == model.tied()[:3]
    assert trainer.tied_pairs() == model.tied()[:20]
    assert trainer.vetoes == model.vetoes
    assert len(trainer.vocabulary) == len(model.base) + len(model.merges)
    words = model.states[-1]
    assert [trainer.pieces.word_tokens(index) for index in range(len(words))] == words


def assert_shows_equal(trainer: BpeTrainer, model: Model, at: int, *, is_table: bool = False) -> None:
    """Check that a part of a result equals that part of the whole; ``at`` is any number."""
    ranking = model.ranking()
    start = at % (len(ranking) + 1)
    assert trainer.ranking(start, start + 3) == ranking[start : start + 3]
    odd = [pair for pair in ranking if (pair.left + pair.right + at) % 2]
    assert trainer.ranking(0, 5, lambda left, right: bool((left + right + at) % 2)) == odd[:5]
    for pair in ranking:
        assert trainer.count(pair.left, pair.right) == pair.count
        assert trainer.change(pair.left, pair.right) == pair.change
        ties = sum(other.count == pair.count and not other.forbidden_by for other in ranking)
        assert trainer.ties(pair.count) == ties
    if trainer.merges:
        last = trainer.merges[-1]
        now, before = (counts.get((last.left, last.right), 0) for counts in (model.counts[-1], model.counts[-2]))
        assert (trainer.count(last.left, last.right), trainer.change(last.left, last.right)) == (now, now - before)

    words = model.states[-1]
    for pair in ranking[start : start + 3]:
        both, left = trainer.words_with(pair.left, pair.right), trainer.words_with(pair.left)
        assert both >= {index for index, word in enumerate(words) if (pair.left, pair.right) in pairwise(word)}
        assert left >= {index for index, word in enumerate(words) if pair.left in word}

    sizes = {token: trainer.vocabulary.size(token) for word in words for token in word}
    whole = dict(zip(trainer.corpus.words, words, strict=True))
    tokens, end = [], 0  # each token of the corpus, and the byte offset where it begins
    gap = int(is_table)
    split = trainer.corpus.options.words_split
    for word in trainer.corpus.words if is_table else split.words(trainer.corpus.data.decode()):
        for token in whole[word]:
            tokens.append((end, token))
            end += sizes[token]
        end += gap
    offset = at % (end + 1)
    shown: list[tuple[int, int]] = []
    runs = (trainer.pieces.word_runs(word, start, offset) for word, start in trainer.corpus.words_from(offset))
    for start, run in chain.from_iterable(runs):
        ids = list(map(symbol_id, run))
        shown += zip(accumulate((trainer.vocabulary.size(token) for token in ids), initial=start), ids, strict=False)
    assert shown == tokens[len(tokens) - len(shown) :]
    if offset < end and not is_table:  # or it may lie between two words
        assert shown
        assert shown[0][0] <= offset


Operation = tuple[str, int]

SIZES = st.integers(0, 60)  # drawn first, since Hypothesis by itself keeps most lists to about five


def texts() -> st.SearchStrategy[str]:
    """Return texts with many ties and repetitions, with words, with characters of all UTF-8 lengths; and any text."""
    alphabets = st.sampled_from(["a", "ab", "abc", "ab ", "ab\n ", "a'1. b\n", "aé月", "月朋肌", "👨‍👩👧"])
    runs = st.lists(st.tuples(st.sampled_from("aab "), st.integers(1, 12)), max_size=8)
    return st.one_of(
        st.tuples(alphabets, SIZES).flatmap(lambda drawn: st.text(drawn[0], min_size=drawn[1], max_size=drawn[1])),
        runs.map(lambda runs: "".join(letter * length for letter, length in runs)),
        st.text(max_size=30),
    )


def operations() -> st.SearchStrategy[list[Operation]]:
    """Return any sequences of commands."""
    operation = st.one_of(
        st.tuples(st.sampled_from(["step", "step", "back"]), st.just(0)),
        st.tuples(st.just("seek"), st.integers(0, 40)),
        st.tuples(st.sampled_from(["choose", "veto", "veto", "allow"]), st.integers(0, 1000)),
    )
    return st.integers(0, 20).flatmap(lambda size: st.lists(operation, min_size=size, max_size=size))


REPLACED = [
    ["choose", "back", "choose"],
    ["step", "back", "choose", "step", "back"],
    ["choose", "step", "back", "choose", "back", "back", "choose"],
    ["veto", "choose", "back", "choose", "step"],
    ["choose", "veto", "back", "choose", "step"],
    ["choose", "veto", "back", "back", "allow", "step"],
    ["veto", "step", "back", "allow", "choose", "back", "step"],
]


def replacements() -> st.SearchStrategy[list[Operation]]:
    """Return commands that undo a merge and give its id to another pair, with vetoes before, between and after."""
    numbers = st.integers(0, 1000)
    sequence = st.sampled_from(REPLACED).flatmap(
        lambda names: st.tuples(*(st.tuples(st.just(name), numbers) for name in names))
    )
    return st.lists(sequence, min_size=1, max_size=5).map(lambda sequences: list(chain.from_iterable(sequences)))


PIECES = st.integers(1, 8) | st.just(PIECE_TOKENS)  # short pieces make many seams


@st.composite
def all_options(draw: st.DrawFn) -> Options:
    """Return any options that do not contradict each other."""
    special = draw(st.sampled_from([(), (), ("ab",), ("b", "bb"), (" a",), ("é", "月", "\n")]))
    characters = draw(st.booleans())
    mark = draw(st.sampled_from(["", "_", "</w>", "bé"])) if characters else ""
    split = split_named("none" if mark else draw(st.sampled_from(SPLIT_NAMES)))
    options = Options(
        alphabet="characters" if characters else "bytes",
        split=replace(split, special=special),
        end_of_word=mark,
        ties=draw(st.sampled_from(TIES)),
        min_count=draw(st.sampled_from([1, 1, 1, 2, 3])),
        max_token_bytes=draw(st.sampled_from([None, None, 2, 3, 4, 7])),
        whole_characters=not characters and draw(st.booleans()),
    )
    with suppress(UsageError):
        options.check()
        return options
    return replace(options, end_of_word="")


def carry_out(trainer: BpeTrainer, model: Model, name: str, number: int) -> None:
    """Run one command on the trainer and on the reference."""
    ranking = model.ranking()
    if name == "step":
        assert trainer.step() == model.step()
    elif name == "back":
        assert trainer.back() == model.back()
    elif name == "seek":
        trainer.seek(number)
        model.seek(number)
    elif name == "allow" and model.vetoes:
        trainer.allow(model.vetoes.pop(number % len(model.vetoes)))
    elif name == "veto" and ranking:
        pairs = [(pair.left, pair.right) for pair in ranking[:3]]
        pairs += [(merge.left, merge.right) for merge in model.merges[-2:]]
        left, right = pairs[number % len(pairs)]
        tokens = model.token_bytes()
        veto = tokens[left], tokens[right]
        trainer.veto(veto)
        model.veto(veto)
    elif name == "choose" and ranking:
        pair = ranking[number % len(ranking)]
        if pair.forbidden_by:
            with pytest.raises(BpetuiError, match=r"is vetoed|forbids the pair"):
                trainer.choose(pair.left, pair.right)
        else:
            assert trainer.choose(pair.left, pair.right) == model.choose((pair.left, pair.right))


@given(texts(), all_options(), PIECES, operations() | replacements(), st.integers(0, 1000))
def test_any_run_matches_the_reference(
    text: str, options: Options, piece_tokens: int, run: list[Operation], at: int
) -> None:
    try:
        corpus = corpus_of(text, options=options)
    except BpetuiError:
        assume(False)
    trainer = BpeTrainer(corpus, piece_tokens=piece_tokens)
    model = Model(corpus)
    assert_equal(trainer, model)
    for name, number in run:
        carry_out(trainer, model, name, number)
        event(name)
        assert_equal(trainer, model)
        assert_shows_equal(trainer, model, at)


TABLES = st.dictionaries(
    st.text("ab_", min_size=1, max_size=9) | st.text("aé月\n", min_size=1, max_size=5),
    st.integers(1, 9) | st.integers(1, 2**62),
    max_size=9,
)


@given(TABLES, all_options(), PIECES, operations(), st.integers(0, 1000))
def test_any_run_on_word_counts_matches_the_reference(
    table: dict[str, int], options: Options, piece_tokens: int, run: list[Operation], at: int
) -> None:
    try:
        corpus = Corpus.from_word_counts(table, options)
    except BpetuiError:
        assume(False)
    trainer = BpeTrainer(corpus, piece_tokens=piece_tokens)
    model = Model(corpus)
    for name, number in run:
        carry_out(trainer, model, name, number)
        assert_equal(trainer, model)
        assert_shows_equal(trainer, model, at, is_table=True)


def assert_as_fresh(trainer: BpeTrainer, corpus: Corpus) -> None:
    """Check that all queries equal those of a new trainer that makes the same merges."""
    fresh = BpeTrainer(corpus, piece_tokens=PIECE_TOKENS)
    fresh.undone = trainer.merges[::-1]
    fresh.seek(trainer.made)
    fresh.undone = list(trainer.undone)
    for veto in trainer.vetoes:
        fresh.veto(veto)
    assert (trainer.merges, trainer.undone, trainer.vetoes) == (fresh.merges, fresh.undone, fresh.vetoes)
    assert (trainer.tokens, trainer.pair_count, trainer.ended) == (fresh.tokens, fresh.pair_count, fresh.ended)
    ranking = trainer.ranking(0, trainer.pair_count)
    assert ranking == fresh.ranking(0, fresh.pair_count)
    assert (trainer.next_pair(), trainer.tied_pairs()) == (fresh.next_pair(), fresh.tied_pairs())
    for pair in ranking:
        assert trainer.count(pair.left, pair.right) == pair.count
        assert trainer.ties(pair.count) == fresh.ties(pair.count)
    for word in range(len(corpus.words)):
        assert trainer.pieces.word_tokens(word) == fresh.pieces.word_tokens(word)


def choices(trainer: BpeTrainer, most: int) -> list[tuple[int, int]]:
    """Return the first allowed pairs of the ranking."""
    return [(pair.left, pair.right) for pair in trainer.ranking(0, trainer.pair_count) if not pair.forbidden_by][:most]


BARRED: list[tuple[str, Options, list[tuple[bytes, bytes]]]] = [
    ("abcabcabdab", Options(), [(b"ab", b"c"), (b"b", b"d")]),
    ("ababab aab", Options(), [(b"ab", b"ab"), (b"a", b"ab")]),
    ("xabcabcyxab", Options(), [(b"x", b"ab"), (b"ab", b"c")]),
    ("abcabcabd", Options(min_count=2), []),
    ("abcabcabc xyxy", Options(max_token_bytes=3), []),
    ("aaaaaaabaab", Options(max_token_bytes=4), [(b"aa", b"a")]),
    ("aaa月a月aa月a", Options(whole_characters=True), []),
    ("aé朋a月é朋aé", Options(whole_characters=True, max_token_bytes=5, min_count=2), [("é".encode(), "朋".encode())]),
]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("piece_tokens", [3, PIECE_TOKENS])
@pytest.mark.parametrize(("text", "options", "vetoes"), BARRED)
def test_another_choice_for_an_id_leaves_no_trace_of_the_first(
    text: str, options: Options, vetoes: list[tuple[bytes, bytes]], piece_tokens: int, ties: Ties
) -> None:
    corpus = corpus_of(text, options=replace(options, ties=ties))
    trainer = BpeTrainer(corpus, piece_tokens=piece_tokens)
    lifted = corpus.data[:1], corpus.data[1:2]
    trainer.veto(lifted)
    trainer.allow(lifted)
    for veto in vetoes:
        trainer.veto(veto)
    at_start = trainer.ranking(0, trainer.pair_count)
    for first in choices(trainer, 5):
        trainer.choose(*first)
        for second in choices(trainer, 3):
            trainer.choose(*second)
            for third in choices(trainer, 3):
                trainer.back()
                trainer.choose(*third) if third in choices(trainer, 99) else trainer.step()
                assert_as_fresh(trainer, corpus)
            trainer.back()
            assert_as_fresh(trainer, corpus)
        trainer.back()
        assert_as_fresh(trainer, corpus)
    assert trainer.ranking(0, trainer.pair_count) == at_start
    trainer.undone.clear()
    trainer.seek(99)
    assert_as_fresh(trainer, corpus)


@given(texts(), all_options(), PIECES, replacements())
def test_a_state_does_not_depend_on_undone_choices_and_vetoes(
    text: str, options: Options, piece_tokens: int, run: list[Operation]
) -> None:
    try:
        corpus = corpus_of(text, options=options)
    except BpetuiError:
        assume(False)
    trainer, model = BpeTrainer(corpus, piece_tokens=piece_tokens), Model(corpus)
    for name, number in run:
        carry_out(trainer, model, name, number)
        assert_as_fresh(trainer, corpus)


@given(texts(), all_options(), PIECES)
def test_a_run_back_passes_the_same_states(text: str, options: Options, piece_tokens: int) -> None:
    try:
        corpus = corpus_of(text, options=options)
    except BpetuiError:
        assume(False)
    trainer = BpeTrainer(corpus, piece_tokens=piece_tokens)
    model = Model(corpus)
    while (merge := trainer.step()) is not None:
        assert merge == model.step()
        assert_equal(trainer, model)
    assert model.step() is None
    if not (options.whole_characters or options.max_token_bytes or options.min_count > 1):
        assert trainer.tokens == trainer.corpus.word_count
    while trainer.back() is not None:
        model.back()
        assert_equal(trainer, model)


@given(texts(), st.sampled_from(["none", "lines", "whitespace"]), st.booleans())
def test_ties_by_smallest_id_match_rustbpe(text: str, split: str, limited: bool) -> None:
    rustbpe = pytest.importorskip("rustbpe")
    pattern = split_named(split).patterns[0] if split != "none" else r"(?s:.)+"
    theirs = rustbpe.Tokenizer()
    theirs.train_from_iterator(iter([text]), 256 + (10 if limited else 60), pattern=pattern)
    trainer = BpeTrainer(corpus_of(text, options=Options(split=split_named(split), ties="smallest-id")))
    trainer.seek(10 if limited else 60)
    made = theirs.get_mergeable_ranks()[256:]
    assert [(bytes(token), rank) for token, rank in made] == [
        (trainer.vocabulary[merge.id], merge.id) for merge in trainer.merges
    ]


# -- real texts, and texts that have stopped others --------------------------------------------------------------------


def real_runs() -> Iterator[tuple[str, str]]:
    """Yield real texts and splits."""
    for name in ("truyen-kieu.vi.txt", "udhr_jpn.txt", "emoji-test.txt"):
        for split in ("none", "lines", "o200k_base"):
            yield name, split


@pytest.mark.long
@pytest.mark.parametrize(("name", "split"), list(real_runs()))
def test_real_texts_match_the_reference_back_and_forth(name: str, split: str, corpora: Path) -> None:
    text = (corpora / name).read_bytes().decode()[:60_000]
    trainer = trainer_on(text, split, piece_tokens=64)
    model = Model(trainer.corpus)
    for number in (40, 7, 60, 59, 0, 80):
        trainer.seek(number)
        model.seek(number)
        assert_equal(trainer, model)
    pair = model.ranking()[500]
    assert trainer.choose(pair.left, pair.right) == model.choose((pair.left, pair.right))
    assert_shows_equal(trainer, model, 12_345)
    for number in (90, 70, 100):
        trainer.seek(number)
        model.seek(number)
        assert_equal(trainer, model)


@pytest.mark.long
@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "ab" * 500_000, "月" * 300_000, "abc" * 99_999 + "d" * 700_000], ids=lambda text: text[:3]
)
def test_long_runs_train(text: str) -> None:
    trainer = trainer_on(text)
    trainer.seek(2000)
    trainer.seek(0)
    assert trainer.tokens == len(text.encode())


def different_words(number: int) -> str:
    """Return one line of different characters: every pair occurs once, and all pairs tie."""
    return "".join(chr(0x4E00 + index) for index in range(number))


@pytest.mark.long
def test_a_run_with_many_ties_ends() -> None:
    trainer = trainer_on(different_words(16_000))
    trainer.seek(3 * 16_000)
    assert trainer.tokens == 1


@pytest.mark.parametrize("pair", [(-1, 97), (97, -1), (97, 256), (97, 1 << 40)])
def test_choosing_an_id_that_does_not_exist_is_an_error(pair: tuple[int, int]) -> None:
    trainer = BpeTrainer(corpus_of("aaabdaaabac"))
    with pytest.raises(BpetuiError, match="does not occur in the corpus now"):
        trainer.choose(*pair)


def test_seeking_before_the_start_stops_at_the_start() -> None:
    trainer = BpeTrainer(corpus_of("aaabdaaabac"))
    trainer.step()
    trainer.seek(-1)
    assert trainer.made == 0
