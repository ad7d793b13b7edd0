"""A token looked at closely: what it is, who made it, and of what."""

from dataclasses import replace

from bpetui.core.splitting import split_named
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.vocabulary import Merge
from bpetui.rendering.character_parts import characters_at
from bpetui.tui.explorer.token_screen import TokenScreen
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import RunProgress
from tests.sample_corpora import corpus_of
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import shown, until
from tests.tui.run.test_run_state import run_on
from tests.tui.run.test_run_state_tokenizer import SENNRICH
from tests.tui.sample_tokenizers import WordPiece, loaded, tokenizer_from_merges, tokenizer_from_ranks


def text_of(screen: TokenScreen) -> list[str]:
    tree = screen._drawing.plain.split("\n") if screen._drawing else []
    return [*screen._text.plain.split("\n"), *tree]


def lines_of(token_id: int, run: RunState) -> list[str]:
    return text_of(TokenScreen.from_run(token_id, run))


def run_after(*merges: Merge) -> RunState:
    run = run_on(corpus_of("the the", "none"))
    run.update(RunProgress(len(merges), 0, 1, 1, merges, False))
    return run


THE = run_after(
    Merge(1, ord("t"), ord("h"), 256, 2, 3, False, 5),
    Merge(2, 256, ord("e"), 257, 2, 1, True, 3),
    Merge(3, 0xE5, 0xBA, 258, 1, 1, False, 3),
)  # fmt: skip


def test_a_token_that_merges_made() -> None:
    assert lines_of(257, THE) == [
        "token 257  the",
        "3 bytes: 74 68 65",
        "in UTF-8: whole characters",
        "made by merge 2: the pair had count 2, your choice",
        "",
        "the  257",
        "├─ th  256",
        "│  ├─ t  116",
        "│  └─ h  104",
        "└─ e  101",
    ]
    assert lines_of(256, THE)[3] == "made by merge 1: the pair had count 2, won a 3-way tie"


def test_a_byte_and_a_part_of_a_character() -> None:
    assert lines_of(0x0A, THE) == [
        "token 10  ↵",
        "1 byte: 0a",
        "in UTF-8: whole characters",
        "one of the 256 bytes that every vocabulary starts with",
        "",
        "↵  10",
    ]
    assert lines_of(258, THE)[:3] == ["token 258  ⟨e5 ba⟩", "2 bytes: e5 ba", "in UTF-8: prefix"]


def test_a_long_token_is_abridged() -> None:
    doubling = [Merge(1, 97, 97, 256, 9, 1, False, 1)]
    doubling += [Merge(number, 254 + number, 254 + number, 255 + number, 9, 1, False, 1) for number in range(2, 18)]
    lines = lines_of(272, run_after(*doubling))
    assert lines[1].startswith("131,072 bytes: 61 61 61")
    assert len(lines) < 220
    assert lines[-1] == "…"
    assert max(map(len, lines)) < 300


def lines_in(tokenizer: AnyTokenizer, token_id: int, text: str = "") -> list[str]:
    return text_of(
        TokenScreen.from_tokenizer(token_id, tokenizer, [*characters_at(text.encode(), 0, len(text.encode()))])
    )


def test_a_token_of_a_list_of_merges_and_the_characters_it_touches() -> None:
    assert lines_in(tokenizer_from_merges(), 257, "hel") == [
        "token 257  hel",
        "3 bytes: 68 65 6c",
        "in UTF-8: whole characters",
        "in the text: h U+0068, e U+0065, l U+006C",
        "made by merge 2 of 4",
        "",
        "hel  257",
        "├─ he  256",
        "│  ├─ h  104",
        "│  └─ e  101",
        "└─ l  108",
    ]
    assert lines_in(tokenizer_from_merges(), 104)[3] == "one of the 256 bytes that merges start from"
    assert lines_in(tokenizer_from_merges(), 260, "<|end|>")[2:] == [
        "in UTF-8: special",
        "in the text: < U+003C, | U+007C, e U+0065, n U+006E, d U+0064, | U+007C, > U+003E",
        "a special token: no merge makes it or any part of it",
    ]


def test_a_token_of_ranks_and_one_that_no_merge_makes() -> None:
    assert lines_in(tokenizer_from_ranks(), 259)[3:] == [
        "last merge: these two lower-ranked tokens",
        "",
        "hello  259",
        "├─ hell  258",
        "│  ├─ he  256",
        "│  │  ├─ h  104",
        "│  │  └─ e  101",
        "│  └─ ll  257",
        "│     ├─ l  108",
        "│     └─ l  108",
        "└─ o  111",
    ]
    assert lines_in(tokenizer_from_ranks(), 261)[3:] == [
        "no merge makes it: only a word equal to it becomes this token",
    ]


def test_tokens_of_another_kind_of_tokenizer() -> None:
    assert lines_in(WordPiece(), 2)[3:] == ["its tokenizer does not list its merges"]
    assert lines_in(WordPiece(), 100, "床")[1:] == [
        "5 bytes: 5b 55 4e 4b 5d",
        "in UTF-8: unknown",
        "in the text: 床 U+5E8A",
        "it replaces text that has no token in the vocabulary",
    ]


async def test_enter_looks_closer_at_the_token_that_is_selected_in_try_it() -> None:
    async with exploring("low low", options=SENNRICH) as explorer:
        await explorer.step("s")
        await explorer.press("i", *"lox", "escape")
        seen: list[str] = []
        for key in ("home", "right", "right"):
            await explorer.press(key, "enter")
            await until(explorer.pilot, lambda: isinstance(explorer.app.screen, TokenScreen))
            rows = [row.strip(" │") for row in shown(explorer.pilot)]
            seen += (row for row in rows if row.startswith(("token", "no token", "in the text")))
            await explorer.press("escape")
        assert seen == [
            "token 4  lo",
            "in the text: l U+006C, o U+006F",
            "no token  <unk>",
            "in the text: x U+0078",
            "token 3  </w>",
        ]
        explorer.try_it.use(loaded(tokenizer_from_ranks(split_named("whitespace"))))
        await explorer.press("enter")
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, TokenScreen))


async def test_a_sheet_scrolls_and_any_other_key_closes_it() -> None:
    async with exploring("abcdefghijklmnopqrstuvwxyz" * 9) as explorer:
        await explorer.ask("g", "26")
        await explorer.until_made(26)
        await explorer.press("3")
        for size, key in (((80, 24), "escape"), ((30, 8), "s"), ((1, 1), "enter")):
            await explorer.pilot.resize_terminal(*size)
            await explorer.press("enter")
            await until(explorer.pilot, lambda: isinstance(explorer.app.screen, TokenScreen))
            await explorer.press("down", "pagedown", "up")
            assert isinstance(explorer.app.screen, TokenScreen)
            await explorer.press(key)
            await until(explorer.pilot, lambda: explorer.in_front)
        assert explorer.run.made == 26


def test_an_empty_token_is_described_as_never_encoded() -> None:
    tokenizer = replace(tokenizer_from_merges(), tokens={**tokenizer_from_merges().tokens, 900: b""})
    assert text_of(TokenScreen.from_tokenizer(900, tokenizer, [])) == [
        "token 900  ⟨⟩",
        "0 bytes: ",
        "in UTF-8: empty",
        "it is empty: no text encodes to it",
    ]
