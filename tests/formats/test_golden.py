"""The published tokenizers answer as the originals do.

Across modules: finding and reading a file in each format, its split, and encoding with it.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS
from bpetui.formats.local_files import local_files
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.tokenizer_file import read_file
from tests.formats.conftest import PublishedTokenizer

NAMES = [each.name for each in KNOWN_TOKENIZERS]

# Letters of many scripts, marks, digits, white space and line ends, emoji with joiners; or anything.
_LETTERS = "aeĐệọe\u0323\u0302 中国月，。한กำ１2३\n\r\t\u00a0\u2028'’tsS🇻🇳👨\u200d👩_-!"
TEXTS = st.text(st.sampled_from(_LETTERS)) | st.text()


@pytest.mark.parametrize("name", NAMES)
def test_every_golden_id_is_equal(name: str, golden: Path, published: PublishedTokenizer) -> None:
    answers = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["ids"]
    tokenizer = published(name)
    for text, ids in answers.items():
        assert [*tokenizer.tokenize(text).ids] == ids, text
        assert tokenizer.decode(ids) == text.encode()
    assert answers[""] == []


@pytest.mark.parametrize("name", NAMES)
def test_split_has_the_name_of_the_tokenizer(name: str, golden: Path, published: PublishedTokenizer) -> None:
    pattern = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["pattern"]
    split = published(name).split
    assert split == split_named(name)
    assert pattern in (None, *split.patterns)


def test_commonly_quoted_count_and_the_true_one(published: PublishedTokenizer) -> None:
    assert [*published("cl100k_base").tokenize("Hello, AI Engineer!").ids] == [9906, 11, 15592, 29483, 0]
    vietnamese = "Học sinh đang học sinh học ở trường."
    assert len(published("gpt2").tokenize(vietnamese).ids) == 33


SPECIAL = {
    "llama3": {
        "<|begin_of_text|>": 128_000,
        "<|end_of_text|>": 128_001,
        "<|reserved_special_token_0|>": 128_002,
        "<|reserved_special_token_250|>": 128_255,
    },
    "qwen": {"<|endoftext|>": 151_643, "<|im_start|>": 151_644, "<|im_end|>": 151_645, "<|extra_204|>": 151_850},
}
"""Special tokens as Meta and Alibaba have published them, the first three and the last."""


def original(name: str, tokenizer: BpeTokenizer, golden: Path) -> Any:
    """tiktoken's own encoder of the same ranks, with its own pattern and special tokens, or those of the publishers."""
    tiktoken = pytest.importorskip("tiktoken", reason="tiktoken is not installed")
    if name in SPECIAL:
        pattern = json.loads((golden / "encoding.json").read_text("utf-8"))[name]["pattern"]
        return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=tokenizer.ids, special_tokens=SPECIAL[name])
    public = pytest.importorskip("tiktoken_ext.openai_public")
    with pytest.MonkeyPatch.context() as patch:
        for reader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):  # which would download them
            patch.setattr(public, reader, lambda *_, **__: tokenizer.ids)
        return tiktoken.Encoding(**public.ENCODING_CONSTRUCTORS[name]())


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_any_text_encodes_like_tiktoken(name: str, published: PublishedTokenizer, golden: Path) -> None:
    tokenizer = published(name)
    encoding = original(name, tokenizer, golden)

    @given(TEXTS)
    def check(text: str) -> None:
        ids = [*tokenizer.tokenize(text).ids]
        assert ids == encoding.encode_ordinary(text)
        assert tokenizer.decode(ids).decode() == text

    check()


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen"])
def test_allowed_special_tokens_match_like_tiktoken(name: str, published: PublishedTokenizer, golden: Path) -> None:
    tokenizer = published(name)
    encoding = original(name, tokenizer, golden)
    special = sorted(encoding.special_tokens_set, key=encoding.encode_single_token)
    assert special[:3] == [*tokenizer.special_tokens[:3]]
    for text in (special[0], f"a{special[0]} b", f" {special[0]}{special[-1]}\n", f"<{special[0]}>"):
        assert [*tokenizer.tokenize(text, special).ids] == encoding.encode(text, allowed_special=set(special))
        assert [*tokenizer.tokenize(text).ids] == encoding.encode(text, disallowed_special=())
        assert tokenizer.decode(tokenizer.tokenize(text, special).ids).decode() == text


def test_any_text_encodes_like_tokenizers(published: PublishedTokenizer) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    ours = published("deepseek-v3")
    known = known_tokenizer("deepseek-v3")
    assert known
    theirs = tokenizers.Tokenizer.from_str(read_file(next(local_files(known)).paths[".json"]).decode())

    @given(TEXTS)
    @settings(max_examples=min(settings().max_examples, 300))
    def check(text: str) -> None:
        ids = [*ours.tokenize(text, ours.special_tokens).ids]
        assert ids == theirs.encode(text, add_special_tokens=False).ids
        assert ours.decode(ids).decode() == text

    check()
