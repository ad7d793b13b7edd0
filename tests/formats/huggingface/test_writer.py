"""Writing a tokenizer.json that the original opens, and the errors for what it cannot hold."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_marked, split_named, split_sequence
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.huggingface.writer import dumps
from tests.formats.conftest import PublishedTokenizer
from tests.formats.huggingface.json_files import (
    TEXT,
    character_file,
    ids_of,
    native_tokenizer,
    original,
    tokenizer_in,
)
from tests.formats.toy_tokenizers import BYTES, TOKENIZERS, TOY, sentence, trained

# What is written


def check_written(tokenizer: BpeTokenizer, texts: list[str]) -> None:
    """It comes back, and the original encodes with it to the same ids, and keeps those of the special tokens."""
    written = dumps(tokenizer)
    if tokenizer.merges is not None:
        assert tokenizer_in(written) == tokenizer
    theirs = original(written)
    assert {token: theirs.token_to_id(token) for token in tokenizer.others} == tokenizer.others
    for text in texts:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)


@given(TOKENIZERS, st.lists(TEXT, max_size=3))
def test_trained_tokenizer_encodes_the_same_in_the_original(tokenizer: BpeTokenizer, texts: list[str]) -> None:
    size = len(tokenizer.tokens)
    check_written(replace(tokenizer, special={"<s>": size}, added={"<s><s>": size + 1}), texts)


@given(st.integers(258, 400), st.integers(0, 30), TEXT)
def test_special_token_ids_survive_gaps(first: int, gap: int, text: str) -> None:
    tokenizer = trained("ab ab abc", "cl100k_base", 1, ())
    special = {"<s>": first, "<|x y|>": first + gap + 1, "月": first + gap + 2}
    check_written(replace(tokenizer, special=special), [text, "ab<s>月<|x y|>"])


PREPARED = [
    replace(TOY, prefix=True),
    replace(TOY, prefix=True, split=split_named("gpt2")),
    replace(TOY, normalization="nfc", split=split_named("llama3")),
    replace(TOY, normalization="nfkd"),
    replace(TOY, split=split_custom(r"\p{Lu}?\p{Ll}+|\w+?|$\n")),
    replace(TOY, split=split_sequence([r"\p{N}{1,3}+", r"\s+$|a"])),
    replace(TOY, whole_words=True),
    replace(native_tokenizer(character_file()), special={"<s>": 400}),
    replace(
        native_tokenizer(character_file()), space="", tokens={**native_tokenizer(character_file()).tokens, 300: b"   "}
    ),
    replace(native_tokenizer(character_file()), prefix=True, normalization="nfkc"),
    replace(native_tokenizer(character_file()), prefix=True, space=""),
]


@pytest.mark.parametrize("tokenizer", PREPARED)
def test_preparation_is_the_same_in_the_original(tokenizer: BpeTokenizer) -> None:
    @given(TEXT)
    @example("aaab")
    @example(" a<s> b\u0301 ﬁ\n")
    @example("")
    def encodes_the_same(text: str) -> None:
        found = ids_of(theirs, text)
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == found
        assert theirs.decode(found, skip_special_tokens=False) == tokenizer.decode(found).decode()

    check_written(tokenizer, [])
    theirs = original(dumps(tokenizer))
    encodes_the_same()


@pytest.mark.parametrize("name", SPLIT_NAMES)
def test_named_split_is_read_back_by_name(name: str) -> None:
    assert native_tokenizer(json.loads(dumps(TOY.with_split(split_named(name))))).split == split_named(name)


def test_output_is_deterministic_and_unescaped() -> None:
    tokenizer = replace(TOY, special={"月": 300, "<s>": 299})
    assert dumps(tokenizer) == dumps(replace(tokenizer, special={"<s>": 299, "月": 300}))
    assert "月".encode() in dumps(tokenizer)


# Ranks: "cd" can only be made of "c" and "d"; the byte "a" has a higher rank than "ab"; "wxyz" joins tokens of higher
# ranks; no merges lead to "pqr".
RANKS = {**{value + 10: token for value, token in BYTES.items() if token != b"a"}, 400: b"a", 0: b"ab", 1: b"cd"}
RANKS |= {300: b"wxyz", 301: b"wx", 302: b"yz", 303: b"pqr"}


def test_word_that_no_merge_makes_is_whole_in_the_original() -> None:
    written = dumps(BpeTokenizer(RANKS, None))
    assert json.loads(written)["model"]["ignore_merges"] is True
    assert ids_of(original(written), "pqr") == native_tokenizer(json.loads(written)).tokenize("pqr").ids == (303,)
    merged = json.loads(dumps(TOY))["model"]
    assert merged["ignore_merges"] is False


def test_ranks_become_the_merges_they_imply() -> None:
    tokenizer = BpeTokenizer(RANKS, None)
    found = native_tokenizer(json.loads(dumps(tokenizer)))
    by_rank = {tokenizer.tokens[made]: (tokenizer.tokens[a], tokenizer.tokens[b]) for a, b, made in found.merges or ()}
    assert by_rank == {b"ab": (b"a", b"b"), b"cd": (b"c", b"d"), b"wx": (b"w", b"x"), b"yz": (b"y", b"z")} | {
        b"wxyz": (b"wx", b"yz")
    }


@given(
    st.dictionaries(st.integers(0, 500), st.text("ab", min_size=2, max_size=6), max_size=12),
    st.text("abc", max_size=30),
)
def test_any_ranks_encode_the_same_in_the_original(ranks: dict[int, str], text: str) -> None:
    tokens = {text.encode(): rank for rank, text in ranks.items()}
    free = iter(sorted({*range(1000)} - {*tokens.values()}, reverse=True))
    by_rank = {rank: token for token, rank in tokens.items()} | {next(free): token for token in BYTES.values()}
    check_written(BpeTokenizer(by_rank, None), [text])


def refusal(tokenizer: BpeTokenizer) -> str:
    with pytest.raises(BpetuiError) as caught:
        dumps(tokenizer)
    said = sentence(caught.value)
    assert said.startswith("cannot be written in the huggingface format: ")
    return said.removeprefix("cannot be written in the huggingface format: ")


MERGED = trained("the the", "none", 1)  # th


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (replace(TOY, split=None), "the split is unknown; load the tokenizer with a split or a pattern"),
        (replace(TOY, split=split_marked("_")), "it cannot hold a split at end-of-word marks"),
        (
            replace(TOY, split=split_custom("x*")),
            ("the pattern x* cannot be converted to Oniguruma's syntax: it can match the empty string"),
        ),
        (
            replace(TOY, split=split_custom(r"\bx")),
            r"the pattern \bx cannot be converted to Oniguruma's syntax: \b has another meaning",
        ),
        (
            replace(TOY, split=split_named("qwen"), prefix=True),
            "with the split qwen it would insert a space before each word",
        ),
        (
            replace(
                native_tokenizer(character_file()), tokens={**native_tokenizer(character_file()).tokens, 256: b"_"}
            ),
            "there is no token for ▁, which replaces a space in the file",
        ),
        (
            replace(
                native_tokenizer(character_file()), tokens={**native_tokenizer(character_file()).tokens, 300: b"a\xff"}
            ),
            "the token ⟨61 ff⟩ (id 300) is not UTF-8",
        ),
        (replace(TOY, special={"\ud800": 300}), "the special token U+D800 contains a lone surrogate"),
        (replace(TOY, space="▁"), "it cannot hold ▁ as a replacement for spaces"),
        (replace(MERGED, special={"th": 300}), "th would have the two ids 256 and 300"),
        (replace(MERGED, special={"Ā": 300}), "Ā would have the two ids 0 and 300"),
        (replace(TOY, special={"": 300}), "a special token is empty"),
        (
            replace(TOY, tokens={**TOY.tokens, 300: "月".encode()}, added={"月": 300}),
            "æľĪ and 月 would have the same id 300",
        ),
        (
            replace(TOY, whole_words=True, special={"Ġab": 300}),
            "other text would also become the special token Ġab",
        ),
        (
            replace(TOY, tokens={**TOY.tokens, 300: b"a"}),
            "a would have the two ids 97 and 300",
        ),
        (
            replace(native_tokenizer(character_file()), split=split_named("lines")),
            "the words of the split lines would start as characters",
        ),
        (
            replace(
                native_tokenizer(character_file()),
                tokens={**native_tokenizer(character_file()).tokens, 300: "▁a".encode()},
            ),
            "the token ▁a contains ▁, which replaces a space in the file",
        ),
    ],
)
def test_refusal_names_what_the_format_cannot_hold(tokenizer: BpeTokenizer, why: str) -> None:
    assert refusal(tokenizer) == why


# The published ones


@pytest.mark.parametrize(
    "name",
    [
        "gpt2",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("cl100k_base", "o200k_base", "llama3", "qwen", "deepseek-v3")
        ),
    ],
)
def test_published_tokenizer_gives_the_golden_ids_in_the_original(
    name: str, published: PublishedTokenizer, golden: Path, corpora: Path
) -> None:
    tokenizer = published(name)
    written = dumps(tokenizer)
    theirs, back = original(written), tokenizer_in(written)
    if tokenizer.merges is not None:
        assert back == tokenizer
    assert isinstance(back, BpeTokenizer)
    assert back.split == tokenizer.split
    assert {token: theirs.token_to_id(token) for token in tokenizer.others} == tokenizer.others
    answers = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["ids"]
    for text, ids in answers.items():
        assert tokenizer.tokenize(text).ids == tuple(ids)
    texts = [
        *answers,
        *(path.read_text("utf-8")[:4000] for path in corpora.glob("udhr_*.txt")),
        "".join(tokenizer.others),
    ]
    for text in texts:
        ids_there = ids_of(theirs, text)
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_there
        if tokenizer.merges is None:
            assert back.tokenize(text, tokenizer.special_tokens).ids == ids_there

    @given(TEXT)
    def encodes_the_same(text: str) -> None:
        assert tokenizer.tokenize(text, tokenizer.special_tokens).ids == ids_of(theirs, text)

    encodes_the_same()
