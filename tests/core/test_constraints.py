"""Vetoes and limits: what they keep from being merged, and that they follow tokens, not ids."""

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.trainer import Trainer
from bpetui.core.utf8 import kind
from tests.sample_corpora import corpus_of


def trainer_on(text: str, options: Options | None = None) -> Trainer:
    return Trainer(corpus_of(text, options=options or Options()))


def learned(trainer: Trainer, merges: int = 1000) -> list[bytes]:
    trainer.seek(merges)
    return [trainer.vocabulary[merge.id] for merge in trainer.merges]


def test_a_vetoed_pair_is_passed_over_and_does_not_tie() -> None:
    trainer = trainer_on("ab.ab.cd")  # ab and b. twice
    trainer.veto((b"a", b"b"))
    merge = trainer.step()
    assert merge is not None
    assert (trainer.vocabulary[merge.id], merge.count, merge.ties) == (b"b.", 2, 1)
    assert [pair.barred for pair in trainer.ranking(0, 9) if pair.left == 97] == [""], "a + b. is another pair"


def test_a_veto_follows_its_bytes_whatever_the_ids() -> None:
    trainer = trainer_on("abcabcabcbcbc")
    trainer.veto((b"ab", b"c"))
    trainer.choose(97, 98)
    assert trainer.count(256, 99) == 3
    with pytest.raises(BpetuiError, match="there is a veto on it"):
        trainer.choose(256, 99)
    trainer.back()
    trainer.choose(98, 99)  # now 256 is bc
    merge = trainer.choose(97, 256)
    assert trainer.vocabulary[merge.id] == b"abc", "the veto is on ab + c, not on a + bc"


def test_a_veto_cuts_off_what_was_undone_from_that_merge_on() -> None:
    trainer = trainer_on("aaabdaaabac")
    made = learned(trainer, 3)
    assert made == [b"aa", b"aaa", b"aaab"]
    trainer.seek(0)
    trainer.veto((b"aa", b"a"))
    assert [merge.number for merge in trainer.undone] == [1]
    assert learned(trainer, 2) == [b"aa", b"ab"]


def test_a_merge_that_was_vetoed_later_is_not_made_again_once_it_is_undone() -> None:
    trainer = trainer_on("abab")
    trainer.seek(2)
    trainer.veto((b"a", b"b"))
    assert trainer.number == 2, "it stays made until it is undone"
    trainer.seek(0)
    assert trainer.undone == []
    assert learned(trainer, 1) == [b"ba"]


def test_lifting_a_veto_lets_the_pair_compete_again() -> None:
    trainer = trainer_on("ababab.cd")
    trainer.veto((b"a", b"b"))
    trainer.veto((b"a", b"b"))
    assert trainer.vetoes == [(b"a", b"b")]
    trainer.allow((b"x", b"y"))
    trainer.allow((b"a", b"b"))
    assert trainer.vetoes == []
    assert learned(trainer, 1) == [b"ab"]


@pytest.mark.parametrize(("left", "right"), [("x<", "/w>"), ("n", "\udcc3"), ("x</w>", "a"), ("x", "y")])
def test_of_characters_a_part_of_one_or_of_the_mark_is_never_a_token(left: str, right: str) -> None:
    trainer = trainer_on("ax bx né", Options(alphabet="characters", end_of_word="</w>"))
    with pytest.raises(BpetuiError, match="can never occur"):
        trainer.veto((left.encode(), right.encode(errors="surrogateescape")))
    trainer.veto((b"x", b"</w>"))
    assert trainer.vetoes == [(b"x", b"</w>")]


def test_an_empty_token_cannot_be_vetoed() -> None:
    with pytest.raises(BpetuiError, match="one of these is empty"):
        trainer_on("ab").veto((b"", b"a"))


@pytest.mark.parametrize("veto", [(b"b", b"a"), (b"c", b" "), (b"zz", b"z")])
def test_a_pair_that_can_never_occur_is_refused(veto: tuple[bytes, bytes]) -> None:
    trainer = trainer_on("abc bc", Options(corpus_of("", "whitespace").options.split))
    with pytest.raises(BpetuiError, match="can never occur: no word of the corpus holds it"):
        trainer.veto(veto)
    assert trainer.vetoes == []


def test_no_token_is_longer_than_the_limit() -> None:
    trainer = trainer_on("the the the the then" * 3, Options(max_token_bytes=3))
    tokens = learned(trainer)
    assert max(map(len, tokens)) == 3
    assert trainer.ended == "exhausted"
    assert trainer.pair_count > 0


def test_rare_pairs_are_not_merged_but_by_choice() -> None:
    trainer = trainer_on("ababcd", Options(min_count=2))
    assert learned(trainer) == [b"ab"]
    assert trainer.ended == "minimum-count"
    assert trainer.following() is None
    trainer.choose(99, 100)
    trainer.back()
    assert trainer.following() is not None, "what was undone can be made again"


def test_whole_characters_never_straddle() -> None:
    text = "床前明月光，疑是地上霜。举头望明月，低头思故乡。" * 2
    kinds = {kind(token) for token in learned(trainer_on(text, Options(whole_characters=True)))}
    assert kinds == {"whole", "prefix", "continuation"} or kinds == {"whole", "prefix"}
    assert "straddling" in {kind(token) for token in learned(trainer_on(text))}


def test_special_tokens_are_neither_counted_nor_crossed() -> None:
    trainer = trainer_on("ABCD<sep>EFGH<sep>CD", Options().with_special(["<sep>"]))
    assert trainer.tokens == 4 + 1 + 4 + 1 + 2
    assert trainer.count(ord("D"), ord("<")) == trainer.count(ord("s"), ord("e")) == 0
    tokens = learned(trainer)
    assert tokens[0] == b"CD"
    assert all(b"<" not in token and b"DE" not in token for token in tokens)
    assert trainer.tokens == 5
