"""The tokenizer that is being trained can be asked what any other can be asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import split_custom, split_named
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trainer import BpeTrainer
from bpetui.tui.decode.decode_screen import DecodeScreen
from bpetui.tui.decode.ids_line import IdsLine
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.worker.messages import RunProgress
from tests.sample_corpora import corpus_of, opened_of, options_of
from tests.tui.keys_and_rows import press
from tests.tui.sample_texts import TEXTS
from tests.tui.single_screen import opened_screen, rows


def run_tokenizer(text: str, merges: int, options: Options | None = None) -> RunStateTokenizer:
    corpus = corpus_of(text, options=options or Options())
    trainer = BpeTrainer(corpus)
    trainer.seek(merges)
    run = RunState(opened_of(corpus), 400)
    run.update(RunProgress(trainer.made, 0, trainer.tokens, 1, tuple(trainer.merges), False))
    return RunStateTokenizer(run)


SENNRICH = Options(alphabet="characters", end_of_word="</w>")


def test_the_tokens_of_a_run_are_those_of_the_merges_made() -> None:
    tokenizer: AnyTokenizer = run_tokenizer("the the the", 2)  # th, the
    found = tokenizer.tokenize("then")
    assert (found.text, found.ids, found.tokens, found.spans) == ("then", (257, 110), (b"the", b"n"), ((0, 3), (3, 4)))
    assert (len(tokenizer), tokenizer.last_id, tokenizer.special_tokens) == (258, 257, ())
    assert [*map(tokenizer.parts, (257, 256, 255))] == [(256, 101), (116, 104), None]
    assert (tokenizer.token(256), tokenizer.kind(256), tokenizer.kind(0xE5)) == (b"th", "whole", "prefix")
    assert tokenizer.decode([257, 110]) == b"then"


def test_a_merge_that_is_undone_is_no_longer_there() -> None:
    tokenizer = run_tokenizer("the the the", 2)
    tokenizer.run.update(RunProgress(1, 1, 8, 2, (), False))
    assert tokenizer.tokenize("the").tokens == (b"th", b"e")
    assert tokenizer.parts(257) is None
    for ask in (tokenizer.token, tokenizer.kind):
        with pytest.raises(BpetuiError, match="there is no token with the id 257; ids go up to 256"):
            ask(257)


def test_special_tokens_have_the_ids_behind_the_merges_made() -> None:
    tokenizer = run_tokenizer("the<s>the", 2, Options(split_named("none")).with_special(("<s>", "<t>")))
    assert (len(tokenizer), tokenizer.last_id, tokenizer.special_tokens) == (260, 259, ("<s>", "<t>"))
    assert tokenizer.tokenize("the<s>").tokens == (b"the", b"<", b"s", b">"), "typed they are text"
    found = tokenizer.tokenize("a<t>the<s>", ["<s>", "<t>"])
    assert found.ids == (97, 259, 257, 258)
    assert found.spans == ((0, 1), (1, 4), (4, 7), (7, 10))
    assert (tokenizer.token(258), tokenizer.kind(258), tokenizer.parts(258)) == (b"<s>", "special", None)


def test_a_character_outside_the_corpus_is_unknown_and_keeps_its_place() -> None:
    tokenizer = run_tokenizer("low low lower", 2, SENNRICH)  # lo, low
    found = tokenizer.tokenize("low 床l")
    assert found.text == "low</w>床l</w>"
    assert found.tokens == (b"low", b"</w>", b"<unk>", b"l", b"</w>")
    assert found.spans == ((0, 3), (3, 7), (7, 10), (10, 11), (11, 15))
    assert tokenizer.kind(UNKNOWN) == "unknown"
    assert tokenizer.parts(UNKNOWN) is None
    assert tokenizer.decode(found.ids) == b"low <unk>l "
    assert [*tokenizer.marks_in(found.text)] == [3, 11]


async def test_decode_writes_unknown_for_what_has_no_token() -> None:
    tokenizer = run_tokenizer("low", 0, SENNRICH)
    ids = tokenizer.tokenize("lxw").ids
    screen = DecodeScreen(ids, tokenizer, "this run")
    async with opened_screen(screen, (80, 24)) as (_, pilot):
        assert str(screen.query_one(IdsLine).render()) == "▸0 unknown 2 3"
        await press(pilot, "i", "enter", "end")  # what is offered to be changed is read again
        assert "2 unknown 3c 75 6e 6b 3e" in " ".join(" ".join(rows(pilot)).split())
        assert "1000000" not in " ".join(rows(pilot))


def test_the_text_is_given_the_normal_form_of_the_corpus() -> None:
    assert run_tokenizer("a", 0, Options(normalization="nfc")).tokenize("e\u0301").text == "é"


def test_a_pattern_that_cannot_finish_is_tried_once_on_a_text() -> None:
    tokenizer = run_tokenizer("b", 0, options_of(split_custom("(a|aa)+$|b")))
    text = "a" * 40 + "bd"
    for _ in range(20):
        with pytest.raises(BpetuiError, match=r"takes over 0\.1 s"):
            tokenizer.tokenize(text, (), 0.1)
    assert tokenizer.tokenize("ab").ids == (97, 98)


@given(TEXTS, TEXTS, st.integers(0, 20), st.sampled_from(["none", "gpt2", "whitespace"]))
def test_a_run_tokenizes_like_a_file_with_the_same_merges(text: str, typed: str, merges: int, split: str) -> None:
    tokenizer = run_tokenizer(text, merges, options_of(split))
    run = tokenizer.run
    pairs = [(merge.left, merge.right) for merge in run.merges]
    assert tokenizer.tokenize(typed) == BpeTokenizer.from_pairs(pairs, split_named(split), {}).tokenize(typed)
    assert b"".join(tokenizer.tokenize(typed).tokens) == typed.encode()


@given(st.text("lowe 床é", max_size=20), st.text("lowe 床éx", max_size=20), st.integers(0, 10))
def test_places_cover_the_text(text: str, typed: str, merges: int) -> None:
    found = run_tokenizer(text, merges, SENNRICH).tokenize(typed)
    bounds = [0, *(stop for _, stop in found.spans)]
    assert [start for start, _ in found.spans] == bounds[:-1]
    assert bounds[-1] == len(found.text.encode())
