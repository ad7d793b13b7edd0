"""What is typed is cut with the merges so far, at each key, and each token can be walked to and is described."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.events import Paste

from bpetui.core.encoding import Encoder
from bpetui.core.options import Options
from bpetui.core.splitting import split_custom, split_named
from bpetui.core.tokenization import Tokenization
from bpetui.core.utf8 import visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.units import SPELLINGS, Spelling
from bpetui.worker.messages import RunProgress
from tests.tui.explorer.hosted_try_it import POEM, Host, hosted, run_after, typed
from tests.tui.explorer.scenes import text_in_front
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import press, settle
from tests.tui.sample_texts import HARD, TEXTS, fewer
from tests.tui.sample_tokenizers import WordPiece, loaded, tokenizer_from_merges, tokenizer_from_ranks

# -- tokens and figures --------------------------------------------------------------------------------------------


async def test_the_pane_matches_its_design() -> None:
    async with hosted(run_after("aaa", 0)) as (host, pilot):
        await typed(host, pilot, "床前明月光")
        assert host.figures == "15 tokens · 15 bytes · 5 characters · NFC"
        assert host.row[0].startswith("⟨e5⟩│⟨ba⟩│⟨8a⟩│⟨e5⟩│⟨89⟩│⟨8d⟩")
        host.tokens.focus()
        await press(pilot, "home")
        assert host.sentence == "▸ ⟨e5⟩ id 229, a prefix: byte 1 of 3 of 床 U+5E8A"


async def test_each_key_tokenizes_the_text_with_the_merges_made() -> None:
    run = run_after("the the the", 2)  # th, the
    async with hosted(run) as (host, pilot):
        rows = []
        for key in "then":
            await press(pilot, key)
            rows.append(host.row[0])
        assert rows == ["t", "th", "the", "the│n"]
        run.update(RunProgress(1, 1, 8, 2, (), False))
        host.pane.show_run(run)
        assert host.row[0] == "th│e│n"
        assert host.figures == "3 tokens · 4 bytes · 4 characters · NFC"


async def test_one_token_is_counted_in_the_singular() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        await typed(host, pilot, "a")
        assert host.figures == "1 token · 1 byte · 1 character · NFC"
        await typed(host, pilot, "")
        assert (host.figures, host.row[0], host.sentence) == ("", "", "")


async def test_the_split_holds_words_apart() -> None:
    text = "ab ab ab"
    async with hosted(run_after(text, 3, split_named("whitespace"))) as (host, pilot):
        await typed(host, pilot, text)
        assert host.row[0] == "ab│·│ab│·│ab"
    async with hosted(run_after(text, 2)) as (host, pilot):
        await typed(host, pilot, text)
        assert host.row[0] == "ab·│ab·│ab"


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("yếu", "5 tokens · 5 bytes · 3 characters · NFC"),
        ("ye\u0302\u0301u", "7 tokens · 7 bytes · 5 characters · NFD · 3 clusters"),
        ("yếu ye\u0302\u0301u", "13 tokens · 13 bytes · 9 characters · mixed · 7 clusters"),
        ("👨\u200d👩\u200d👧\u200d👦", "25 tokens · 25 bytes · 7 characters · NFC · 1 cluster"),
        ("👍🏽🇻🇳", "16 tokens · 16 bytes · 4 characters · NFC · 2 clusters"),
        ("ọ", "3 tokens · 3 bytes · 1 character · NFC"),
    ],
)
async def test_characters_clusters_and_the_normal_form(text: str, figures: str) -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        await typed(host, pilot, text)
        assert host.figures == figures


async def test_the_newest_token_is_highlighted() -> None:
    async with hosted(run_after("abab", 1)) as (host, pilot):
        await typed(host, pilot, "cabc")
        host.tokens.focus()
        await settle(pilot)
        bold = [segment.text for segment in host.tokens.render_line(0) if segment.style and segment.style.bold]
        assert bold == ["a", "b", "c"]  # the last is the one selected
        assert host.reversed == "c"


# -- the selected token -----------------------------------------------------------------------------------------------


async def test_the_token_behind_the_cursor_is_selected_while_typing() -> None:
    async with hosted(run_after("the the the", 2)) as (host, pilot):
        await press(pilot, *"thet", "left", "x")
        assert host.sentence == "▸ x id 120, 1 byte 78: x U+0078"


# -- what goes wrong is said ---------------------------------------------------------------------------------------


async def test_a_pattern_that_cannot_finish_is_stopped_and_said_until_the_next_key() -> None:
    run = run_after("b", 0, split_custom("(a|aa)+$|b"))
    async with hosted(run) as (host, pilot):
        await typed(host, pilot, "a" * 40 + "bd")
        assert "takes over 0.25 s" in host.sentence
        assert host.figures.startswith("42 bytes"), "it has no tokens, since it has no words"
        for _ in range(20):  # merges come; the text is not split again
            host.pane.show_run(run)
        assert "takes over 0.25 s" in host.sentence
        await typed(host, pilot, "ab")
        assert host.sentence.startswith("▸ b id 98")


async def test_a_cut_paste_is_reported_until_the_next_key() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.field.post_message(Paste("床" * 3000))
        await settle(pilot)
        assert host.sentence == "Text cut: the field holds 2,000 characters"
        assert host.figures == "6,000 tokens · 6,000 bytes · 2,000 characters · NFC"
        host.tokens.focus()
        await press(pilot, "left")
        assert host.sentence == "▸ ⟨ba⟩ id 186, a continuation: byte 2 of 3 of 床 U+5E8A"


async def test_walking_the_tokens_clears_the_note() -> None:
    run = run_after("the the", 0)
    async with hosted(run) as (host, pilot):
        await typed(host, pilot, "the\ud83d")
        assert host.sentence.startswith("U+FFFD replaces")
        host.tokens.focus()
        await press(pilot, "home")
        assert host.sentence.startswith("▸ t id 116")
        host.pane.show_run(run_after("the the", 1))  # tokenized anew: the note is about what was typed before
        assert host.sentence.startswith("▸ th id 256")


async def test_a_lone_surrogate_is_reported() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        await typed(host, pilot, "\ud83d")
        assert host.sentence == "U+FFFD replaces a lone surrogate, which is not a character"
        assert host.row[0] == "⟨ef⟩│⟨bf⟩│⟨bd⟩"


async def test_text_typed_before_the_corpus_waits() -> None:
    async with hosted(None) as (host, pilot):
        await press(pilot, *"the")
        assert host.row[0] == ""
        host.pane.show_run(run_after("the the the", 2))
        assert host.row[0] == "the"


async def test_another_split_tokenizes_the_text_again() -> None:
    async with hosted(run_after("ab ab ab", 3)) as (host, pilot):
        await typed(host, pilot, "ab ab")
        assert host.row[0] == "ab·│ab"
        host.pane.show_run(run_after("ab ab ab", 3, split_named("gpt2")))
        assert host.row[0] == "ab│·ab"


# -- for any text --------------------------------------------------------------------------------------------------


def check(host: Host) -> None:
    for y in range(host.tokens.size.height):
        strip = host.tokens.render_line(y)
        assert strip.cell_length == cell_len(strip.text) == host.tokens.size.width
        assert strip.text == visible(strip.text)
    assert host.sentence == visible(host.sentence)


@given(TEXTS, st.integers(0, 20), st.sampled_from(SPELLINGS), st.integers(8, 40), st.booleans())
@fewer(8)
async def test_no_text_breaks_the_pane(text: str, merges: int, spelling: Spelling, width: int, listing: bool) -> None:
    async with hosted(run_after(text + "".join(HARD), merges), width) as (host, pilot):
        host.tokens.spelling = spelling
        host.tokens.list_tokens(listing)
        await typed(host, pilot, text)
        typed_text = host.pane.typed
        assert b"".join(typed_text.tokenization.tokens) == typed_text.text.encode() == host.field.text.encode()
        assert host.run_shown
        assert [*typed_text.ids] == Encoder(host.run_shown.opened.options.split, host.run_shown.model).encode(
            typed_text.text
        )
        check(host)
        host.tokens.focus()
        for _ in range(min(12, len(typed_text.ids))):
            await press(pilot, "left")
            check(host)
        assert not typed_text.ids or host.reversed


# -- other tokenizers ----------------------------------------------------------------------------------------------


async def test_another_tokenizer_is_named_and_cuts_the_text() -> None:
    run = run_after("the the the", 2)
    async with hosted(run) as (host, pilot):
        await typed(host, pilot, "hello the")
        assert host.row[0] == "h│e│l│l│o│·│the"
        host.pane.use(loaded())
        assert host.row[0] == "hello│·│t│he"
        assert str(host.pane.border_title).startswith("Try it: toy ─")
        assert str(host.pane.border_title).endswith("─ 4 tokens · 9 bytes · 9 characters · NFC")
        assert host.sentence == "▸ he id 256, 2 bytes 68 65: h U+0068, e U+0065"
        run.update(RunProgress(1, 1, 8, 2, (), False))
        host.pane.show_run(run)
        assert host.row[0] == "hello│·│t│he", "the run goes on without it"
        host.pane.use(None)
        assert host.row[0] == "h│e│l│l│o│·│th│e"
        assert str(host.pane.border_title).startswith("Try it ─")


async def test_a_special_token_that_is_typed_is_text() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(loaded())
        await typed(host, pilot, "<|end|>")
        assert host.row[0] == "<│|│e│n│d│|│>"


async def test_a_tokenizer_that_drops_text_is_drawn_token_by_token() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(LoadedTokenizer(WordPiece(), "words", "huggingface"))
        await typed(host, pilot, "unable  床前 unable")
        for _ in SPELLINGS:
            assert host.row[0].startswith("un│able│[UNK]│un│able")
            host.tokens.cycle_spelling()
        host.tokens.focus()
        await press(pilot, "left", "left")
        assert host.sentence == "▸ [UNK] id 100, text without a token: 床 U+5E8A, 前 U+524D"
        check(host)


async def test_parts_of_characters_of_one_that_leaves_out_are_in_hex() -> None:
    class Bytes(WordPiece):
        def tokenize(self, text: str, allowed: object = (), time_limit: float | None = None) -> Tokenization:
            data = text.encode()
            spans = tuple((at, at + 1) for at in range(0, len(data), 2))
            return Tokenization(text, (1,) * len(spans), tuple(data[start:stop] for start, stop in spans), spans)

    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(LoadedTokenizer(Bytes(), "odd", "huggingface"))
        host.tokens.spelling = "characters"
        await typed(host, pilot, "床a床")
        assert host.row[0] == "⟨e5⟩│⟨8a⟩│⟨e5⟩│⟨8a⟩"


async def test_the_normal_form_of_another_tokenizer_is_shown() -> None:
    tokenizer = replace(tokenizer_from_merges(), normalization="nfc", prefix=True)
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(loaded(tokenizer))
        await typed(host, pilot, "e\u0301")
        assert str(host.pane.border_title).endswith("3 tokens · 2 bytes · 1 character · NFD → NFC")
        assert host.row[0] == "·│⟨c3⟩│⟨a9⟩", "with the space that is put before it"


async def test_the_token_at_the_cursor_is_selected_after_an_inserted_space() -> None:
    tokenizer = replace(tokenizer_from_merges(), prefix=True)
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(loaded(tokenizer))
        await press(pilot, *"xz", "left", "y")
        assert host.sentence.startswith("▸ y id 121")


async def test_a_long_name_leaves_room_for_the_tokens() -> None:
    async with hosted(run_after("a", 0), 60) as (host, pilot):
        host.pane.use(loaded(None, "a_very_long_name_of_a_tokenizer\x1b[31m.model"))
        await typed(host, pilot, "hello 👍🏽")
        title = str(host.pane.border_title)
        assert title.startswith("Try it: a_very_long_name_of_a_tokeniz… ")
        assert title.endswith(" 10 tokens")
        assert cell_len(title) <= 56


async def test_a_tokenizer_with_an_unknown_split_is_reported() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(loaded(tokenizer_from_ranks()))
        await typed(host, pilot, "hello")
        assert host.sentence.startswith("the file does not record its split")
        host.pane.use(loaded(tokenizer_from_ranks(split_named("gpt2"))))
        assert host.row[0] == "hello"


async def test_a_page_of_text_is_tokenized_by_a_large_vocabulary_at_once(o200k: LoadedTokenizer) -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.pane.use(o200k)
        await typed(host, pilot, POEM * 40)
        assert str(host.pane.border_title).startswith("Try it: o200k_base ─")
        times = []
        for key in "abcde":
            before = perf_counter()
            host.field.insert(key)
            times.append(perf_counter() - before)
        assert min(times) < 0.1
        assert host.pane.typed.tokenization.text.endswith("abcde")


async def test_a_typed_character_outside_the_alphabet_is_unknown() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    async with exploring("low lower", options=options) as explorer:
        await explorer.press("i", *"slow")
        assert explorer.rows(explorer.tokens)[0] == "<unk>│l│o│w│_"
        await explorer.press("escape", "home")
        assert "<unk>: s U+0073 does not occur in the corpus" in text_in_front(explorer)
        await explorer.press("end")
        assert "the end of a word" in text_in_front(explorer)


async def test_a_typed_end_of_word_mark_is_an_error() -> None:
    async with exploring("low lower", options=Options(alphabet="characters", end_of_word="_")) as explorer:
        await explorer.press("i", *"a_b")
        assert "the end-of-word mark _ occurs in the word a_b" in text_in_front(explorer)


async def test_typed_text_is_given_the_normal_form_of_the_corpus() -> None:
    async with exploring("ngày", options=Options(normalization="nfd")) as explorer:
        explorer.typed.set_text("")
        await explorer.press("i", "à")
        assert "3 tokens · 3 bytes · 2 characters · NFC → NFD · 1 cluster" in text_in_front(explorer)
