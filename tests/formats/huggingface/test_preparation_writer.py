"""How a text is prepared is written to a tokenizer.json so that it is read back, or refused."""

import json
from dataclasses import replace

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, split_custom, split_marked, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.huggingface.preparation_reader import read_preparation
from bpetui.formats.huggingface.preparation_writer import write_preparation
from bpetui.formats.json_object import read_json_object
from tests.formats.toy_tokenizers import BYTES

TOY = BpeTokenizer(BYTES, [])
CHARACTERS = replace(TOY, fallback=tuple(range(256)))


def refusal(tokenizer: BpeTokenizer) -> str:
    """Why a preparation cannot be written."""
    with pytest.raises(BpetuiError) as caught:
        write_preparation(tokenizer, "huggingface")
    return str(caught.value).removeprefix("cannot be written in the huggingface format: ")


@pytest.mark.parametrize(
    "tokenizer",
    [
        *(replace(TOY, split=split_named(name)) for name in SPLIT_NAMES),
        replace(TOY, split=split_custom(r"\w+|\W")),
        replace(TOY, normalization="nfkc", prefix=True),
        replace(TOY, split=split_named("gpt2"), prefix=True),
        CHARACTERS,
        replace(CHARACTERS, space="▁"),
        replace(CHARACTERS, space="▁", prefix=True),
        replace(CHARACTERS, space="▁", normalization="nfc"),
    ],
    ids=lambda tokenizer: f"{tokenizer.split.name} {tokenizer.normalization} {tokenizer.space}{tokenizer.prefix}",
)
def test_a_preparation_is_read_back(tokenizer: BpeTokenizer) -> None:
    written = write_preparation(tokenizer, "huggingface")
    found = read_preparation(read_json_object(json.dumps(written).encode(), "toy.json", "tokenizer.json"))
    assert found.split == tokenizer.split
    assert (found.normalization, found.space, found.prefix) == (
        tokenizer.normalization,
        tokenizer.space,
        tokenizer.prefix,
    )
    assert found.spells_bytes is not bool(tokenizer.fallback)


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (replace(TOY, split=None), "the split is unknown; load the tokenizer with a split or a pattern"),
        (replace(TOY, space="▁"), "it cannot hold ▁ as a replacement for spaces"),
        (
            replace(TOY, split=split_named("lines"), prefix=True),
            "with the split lines it would insert a space before each word",
        ),
        (replace(TOY, split=split_marked("_")), "it cannot hold a split at end-of-word marks"),
        (
            replace(CHARACTERS, split=split_named("gpt2")),
            "the words of the split gpt2 would start as characters",
        ),
    ],
)
def test_what_a_file_cannot_hold_is_refused(tokenizer: BpeTokenizer, why: str) -> None:
    assert refusal(tokenizer) == why


def test_a_pattern_without_a_counterpart_is_refused() -> None:
    said = refusal(replace(TOY, split=split_custom(r"(?<=a|bc)x|(?e:ab){i}")))
    assert said.startswith("the pattern (?<=a|bc)x|(?e:ab){i} cannot be converted to Oniguruma's syntax: ")


def test_no_normalizer_is_null() -> None:
    written = write_preparation(replace(TOY, split=NO_SPLIT), "huggingface")
    assert written["normalizer"] is None
    assert write_preparation(replace(TOY, normalization="nfd"), "huggingface")["normalizer"] == {"type": "NFD"}


def test_space_that_the_file_inserts_is_removed_again() -> None:
    strip = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    to_bytes = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    written = write_preparation(replace(CHARACTERS, prefix=True), "huggingface")
    assert written["pre_tokenizer"] == {
        "type": "Metaspace",
        "replacement": " ",
        "prepend_scheme": "always",
        "split": False,
    }
    assert written["decoder"] == {"type": "Sequence", "decoders": [*to_bytes, strip]}
    replaced = write_preparation(replace(CHARACTERS, prefix=True, space="▁"), "huggingface")
    to_space = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
    assert replaced["normalizer"] is None
    assert replaced["decoder"] == {"type": "Sequence", "decoders": [to_space, *to_bytes, strip]}
