"""Vetoes and limits: the pairs that they forbid, by the bytes of tokens, not by ids."""

import pytest

from bpetui.core.alphabet import symbol
from bpetui.core.constraints import Constraints, Veto
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.core.utf8 import kind
from bpetui.core.vocabulary import Vocabulary
from tests.sample_corpora import corpus_of


def trainer_on(text: str, options: Options | None = None) -> BpeTrainer:
    """Return the trainer of a text with options."""
    return BpeTrainer(corpus_of(text, options=options or Options()))


def merged_tokens(trainer: BpeTrainer, merges: int = 1000) -> list[bytes]:
    """Return the bytes of the tokens that the first merges make."""
    trainer.seek(merges)
    return [trainer.vocabulary[merge.id] for merge in trainer.merges]


def test_a_vetoed_pair_is_not_merged_and_does_not_tie() -> None:
    trainer = trainer_on("ab.ab.cd")  # ab and b. twice
    trainer.veto((b"a", b"b"))
    merge = trainer.step()
    assert merge is not None
    assert (trainer.vocabulary[merge.id], merge.count, merge.ties) == (b"b.", 2, 1)
    assert [pair.forbidden_by for pair in trainer.ranking(0, 9) if pair.left == 97] == [""], "a + b. is another pair"


def test_a_veto_follows_its_bytes_whatever_the_ids() -> None:
    trainer = trainer_on("abcabcabcbcbc")
    trainer.veto((b"ab", b"c"))
    trainer.choose(97, 98)
    assert trainer.count(256, 99) == 3
    with pytest.raises(BpetuiError, match="is vetoed"):
        trainer.choose(256, 99)
    trainer.back()
    trainer.choose(98, 99)  # now 256 is bc
    merge = trainer.choose(97, 256)
    assert trainer.vocabulary[merge.id] == b"abc", "the veto is on ab + c, not on a + bc"


def test_a_veto_discards_the_undone_merges_from_its_pair_on() -> None:
    trainer = trainer_on("aaabdaaabac")
    made = merged_tokens(trainer, 3)
    assert made == [b"aa", b"aaa", b"aaab"]
    trainer.seek(0)
    trainer.veto((b"aa", b"a"))
    assert [merge.number for merge in trainer.undone] == [1]
    assert merged_tokens(trainer, 2) == [b"aa", b"ab"]


def test_an_undone_merge_that_is_vetoed_is_not_made_again() -> None:
    trainer = trainer_on("abab")
    trainer.seek(2)
    trainer.veto((b"a", b"b"))
    assert trainer.made == 2, "it stays made until it is undone"
    trainer.seek(0)
    assert trainer.undone == []
    assert merged_tokens(trainer, 1) == [b"ba"]


def test_removing_a_veto_allows_the_pair_again() -> None:
    trainer = trainer_on("ababab.cd")
    trainer.veto((b"a", b"b"))
    trainer.veto((b"a", b"b"))
    assert trainer.vetoes == [(b"a", b"b")]
    trainer.allow((b"x", b"y"))
    trainer.allow((b"a", b"b"))
    assert trainer.vetoes == []
    assert merged_tokens(trainer, 1) == [b"ab"]


@pytest.mark.parametrize(("left", "right"), [("x<", "/w>"), ("n", "\udcc3"), ("x</w>", "a"), ("x", "y")])
def test_with_characters_a_part_of_a_character_or_mark_cannot_be_vetoed(left: str, right: str) -> None:
    trainer = trainer_on("ax bx né", Options(alphabet="characters", end_of_word="</w>"))
    with pytest.raises(BpetuiError, match="can never occur"):
        trainer.veto((left.encode(), right.encode(errors="surrogateescape")))
    trainer.veto((b"x", b"</w>"))
    assert trainer.vetoes == [(b"x", b"</w>")]


@pytest.mark.parametrize("veto", [(b"", b"a"), (b"a", b""), (b"", b"")])
def test_an_empty_token_cannot_be_vetoed(veto: Veto) -> None:
    with pytest.raises(BpetuiError, match="one of these is empty"):
        trainer_on("ab").veto(veto)


@pytest.mark.parametrize("piece_tokens", [1, 2, 1000])
def test_a_new_vetoed_pair_is_ranked_and_does_not_tie(piece_tokens: int) -> None:
    trainer = BpeTrainer(corpus_of("abcabcabdabd"), piece_tokens=piece_tokens)
    trainer.veto((b"ab", b"c"))
    trainer.veto((b"ab", b"d"))
    trainer.allow((b"ab", b"d"))
    for _ in range(2):
        trainer.choose(97, 98)
        twice = [pair for pair in trainer.ranking(0, 99) if pair.count == 2]
        assert [(pair.left, pair.right, pair.forbidden_by) for pair in twice] == [
            (256, 99, "veto"),
            (99, 256, ""),
            (256, 100, ""),
        ]
        assert (trainer.ties(2), trainer.tied_pairs()) == (2, [(99, 256), (256, 100)])
        merge = trainer.step()
        assert merge is not None
        assert (merge.left, merge.right, merge.ties) == (99, 256, 2)
        trainer.seek(0)
    trainer.choose(97, 98)
    trainer.allow((b"ab", b"c"))
    assert (trainer.ties(2), trainer.tied_pairs()[0]) == (3, (256, 99))


def test_vetoes_that_share_a_token_are_removed_independently() -> None:
    trainer = trainer_on("xabc xabc")
    trainer.veto((b"ab", b"c"))
    trainer.veto((b"x", b"ab"))
    trainer.choose(97, 98)

    def forbidden() -> list[tuple[int, int]]:
        return [(pair.left, pair.right) for pair in trainer.ranking(0, 9) if pair.forbidden_by == "veto"]

    assert forbidden() == [(120, 256), (256, 99)]
    trainer.allow((b"ab", b"c"))
    assert forbidden() == [(120, 256)]
    trainer.back()
    trainer.choose(98, 99)  # 256 is bc now, and none of the vetoes is on it
    assert forbidden() == []
    trainer.back()
    trainer.choose(97, 98)
    assert forbidden() == [(120, 256)]


def test_a_veto_on_a_doubled_token_forbids_the_pair_when_the_token_is_made() -> None:
    trainer = trainer_on("abababab")
    trainer.veto((b"ab", b"ab"))
    trainer.step()
    assert trainer.pair_count == 1
    assert (trainer.ranking(0, 1)[0].forbidden_by, trainer.ties(3), trainer.next_pair()) == ("veto", 0, None)


def test_a_veto_forbids_all_tokens_with_its_bytes() -> None:
    vocabulary = Vocabulary([(97, 98), (98, 99), (256, 99)])  # ab, bc, ab + c
    constraints = Constraints(Options(), vocabulary)
    abc, again, d = symbol(258), symbol(259), "d"
    assert constraints.add_veto((b"abc", b"d")) == [abc + d]
    vocabulary.append(97, 257)  # a + bc
    constraints.add_token(again)
    assert [constraints.forbidden_by(pair) for pair in (abc + d, again + d, abc + again)] == ["veto", "veto", ""]
    vocabulary.truncate(3)
    constraints.remove_token(again, [])
    assert [constraints.forbidden_by(pair) for pair in (abc + d, again + d)] == ["veto", ""]
    vocabulary.append(97, 257)
    constraints.add_token(again)
    assert sorted(constraints.remove_veto((b"abc", b"d"))) == [abc + d, again + d]
    assert [constraints.forbidden_by(pair) for pair in (abc + d, again + d)] == ["", ""]


def test_removing_a_veto_keeps_a_limit_on_the_same_pair() -> None:
    trainer = trainer_on("aaab月", Options(max_token_bytes=2, whole_characters=True))
    trainer.choose(97, 97)
    for veto in ((b"aa", b"a"), (b"b", b"\xe6")):
        trainer.veto(veto)
        trainer.allow(veto)
    forbidden = {(pair.left, pair.right): pair.forbidden_by for pair in trainer.ranking(0, 9)}
    assert forbidden == {
        (256, 97): "limit",
        (97, 98): "",
        (98, 0xE6): "limit",
        (0xE6, 0x9C): "",
        (0x9C, 0x88): "",
    }


def test_a_token_can_be_as_long_as_the_limit() -> None:
    trainer = trainer_on("abcd", Options(max_token_bytes=3))
    trainer.choose(97, 98)
    assert [pair.forbidden_by for pair in trainer.ranking(0, 9)] == ["", ""]  # ab + c and c + d
    trainer.choose(256, 99)
    assert [pair.forbidden_by for pair in trainer.ranking(0, 9)] == ["limit"]


@pytest.mark.parametrize(
    ("text", "merges", "forbidden"),
    [
        ("月月", [], ["", "", "limit"]),  # e6 + 9c, 9c + 88, 88 + e6
        ("月月", [(0xE6, 0x9C)], ["", "limit"]),  # e6 9c + 88, 88 + e6 9c
        ("月月", [(0x9C, 0x88)], ["", "limit"]),  # e6 + 9c 88, 9c 88 + e6
        ("月月", [(0xE6, 0x9C), (256, 0x88)], [""]),
        ("a月a", [(0xE6, 0x9C), (256, 0x88)], ["", ""]),
        ("a月a", [(0xE6, 0x9C)], ["limit", "", "limit"]),  # a + e6 9c, e6 9c + 88, 88 + a
        ("aa月", [(97, 97)], ["limit", "", ""]),  # aa + e6, e6 + 9c, 9c + 88
    ],
)
def test_with_whole_characters_merges_stay_in_a_character_or_join_whole_ones(
    text: str, merges: list[tuple[int, int]], forbidden: list[str]
) -> None:
    trainer = trainer_on(text, Options(whole_characters=True))
    for pair in merges:
        trainer.choose(*pair)
    in_order = sorted(
        trainer.ranking(0, 9), key=lambda pair: trainer.pieces.find(0, symbol(pair.left) + symbol(pair.right))
    )
    assert [pair.forbidden_by for pair in in_order] == forbidden


def test_a_veto_inside_a_special_token_is_refused() -> None:
    trainer = trainer_on("ab<sep>ab", Options().with_special(["<sep>"]))
    for veto in ((b"s", b"e"), (b"b", b"<"), (b"<s", b"ep>")):
        with pytest.raises(BpetuiError, match="can never occur"):
            trainer.veto(veto)
    trainer.veto((b"a", b"b"))
    assert trainer.vetoes == [(b"a", b"b")]


def test_a_veto_keeps_the_undone_merges_before_its_pair() -> None:
    trainer = trainer_on("abcdabcdx")
    assert merged_tokens(trainer, 4) == [b"ab", b"abc", b"abcd", b"abcdabcd"]
    trainer.seek(1)
    trainer.veto((b"abc", b"d"))
    assert [merge.number for merge in trainer.undone] == [2]
    assert trainer.next_pair() == trainer.ranking(0, 1)[0]


@pytest.mark.parametrize("veto", [(b"b", b"a"), (b"c", b" "), (b"zz", b"z")])
def test_a_pair_that_can_never_occur_is_refused(veto: tuple[bytes, bytes]) -> None:
    trainer = trainer_on("abc bc", Options(corpus_of("", "whitespace").options.split))
    with pytest.raises(BpetuiError, match="can never occur: no word of the corpus contains it"):
        trainer.veto(veto)
    assert trainer.vetoes == []


def test_no_token_is_longer_than_the_limit() -> None:
    trainer = trainer_on("the the the the then" * 3, Options(max_token_bytes=3))
    tokens = merged_tokens(trainer)
    assert max(map(len, tokens)) == 3
    assert trainer.ended == "exhausted"
    assert trainer.pair_count > 0


def test_rare_pairs_are_merged_only_by_choice() -> None:
    trainer = trainer_on("ababcd", Options(min_count=2))
    assert merged_tokens(trainer) == [b"ab"]
    assert trainer.ended == "minimum-count"
    assert trainer.next_pair() is None
    trainer.choose(99, 100)
    trainer.back()
    assert trainer.next_pair() is not None, "what was undone can be made again"


def test_with_whole_characters_no_token_straddles() -> None:
    text = "床前明月光，疑是地上霜。举头望明月，低头思故乡。" * 2
    kinds = {kind(token) for token in merged_tokens(trainer_on(text, Options(whole_characters=True)))}
    assert kinds == {"whole", "prefix"}
    assert "straddling" in {kind(token) for token in merged_tokens(trainer_on(text))}


def test_special_tokens_are_not_in_pairs() -> None:
    trainer = trainer_on("ABCD<sep>EFGH<sep>CD", Options().with_special(["<sep>"]))
    assert trainer.tokens == 4 + 1 + 4 + 1 + 2
    assert trainer.count(ord("D"), ord("<")) == trainer.count(ord("s"), ord("e")) == 0
    tokens = merged_tokens(trainer)
    assert tokens[0] == b"CD"
    assert all(b"<" not in token and b"DE" not in token for token in tokens)
    assert trainer.tokens == 5
