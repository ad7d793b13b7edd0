"""Writing how a tokenizer.json prepares a text for its model."""

from dataclasses import replace

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import split_custom, split_marked, split_named, split_sequence
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.huggingface.preparation_writer import write_preparation
from tests.formats.huggingface.json_files import byte_level, character_file, native_tokenizer, split_step
from tests.formats.toy_tokenizers import TOY, sentence

CHARACTERS = native_tokenizer(character_file())
"""A tokenizer whose words start as characters; ▁ replaces spaces."""

TO_SPACE = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
TO_BYTES = [{"type": "ByteFallback"}, {"type": "Fuse"}]
STRIP = {"type": "Strip", "content": " ", "start": 1, "stop": 0}


def parts(tokenizer: BpeTokenizer) -> tuple[object, object, object]:
    """Return the normalizer, the pre-tokenizer and the decoder."""
    found = write_preparation(tokenizer, "toy")
    assert [*found] == ["normalizer", "pre_tokenizer", "decoder"]
    return found["normalizer"], found["pre_tokenizer"], found["decoder"]


def test_bytes_without_a_split_need_one_step() -> None:
    assert parts(TOY) == (None, byte_level(), byte_level())


def test_normal_form_is_a_normalizer() -> None:
    assert parts(replace(TOY, normalization="nfkc"))[0] == {"type": "NFKC"}


def test_split_gpt2_is_that_of_byte_level() -> None:
    for prefix in (False, True):
        written = parts(replace(TOY, split=split_named("gpt2"), prefix=prefix))
        assert written[1:] == (byte_level(use_regex=True, add_prefix_space=prefix), byte_level())
    assert parts(replace(TOY, prefix=True))[1] == byte_level(add_prefix_space=True)


def test_each_pattern_of_a_split_is_a_step_before_byte_level() -> None:
    written = parts(replace(TOY, split=split_sequence(["a+", r"\."])))[1]
    assert written == {"type": "Sequence", "pretokenizers": [split_step("a+"), split_step(r"\."), byte_level()]}


def test_replaced_spaces_are_restored_by_the_decoder() -> None:
    spaces = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    assert parts(CHARACTERS) == (spaces, None, {"type": "Sequence", "decoders": [TO_SPACE, *TO_BYTES]})
    both = parts(replace(CHARACTERS, normalization="nfc"))[0]
    assert both == {"type": "Sequence", "normalizers": [{"type": "NFC"}, spaces]}
    assert parts(replace(CHARACTERS, space="")) == (None, None, {"type": "Sequence", "decoders": TO_BYTES})


@pytest.mark.parametrize("space", ["▁", ""])
def test_inserted_space_is_removed_by_the_decoder(space: str) -> None:
    metaspace = {"type": "Metaspace", "replacement": space or " ", "prepend_scheme": "always", "split": False}
    restored = [TO_SPACE] if space else []
    assert parts(replace(CHARACTERS, prefix=True, space=space)) == (
        None,
        metaspace,
        {"type": "Sequence", "decoders": [*restored, *TO_BYTES, STRIP]},
    )


@pytest.mark.parametrize(
    ("tokenizer", "why"),
    [
        (replace(TOY, split=None), "the split is unknown; choose it with --split or --pattern"),
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
        (replace(TOY, space="▁"), "it cannot hold ▁ as a replacement for spaces"),
        (
            replace(CHARACTERS, split=split_named("lines")),
            "the words of the split lines would start as characters",
        ),
    ],
)
def test_refusal_names_what_a_preparation_cannot_hold(tokenizer: BpeTokenizer, why: str) -> None:
    with pytest.raises(BpetuiError) as caught:
        write_preparation(tokenizer, "toy")
    assert sentence(caught.value) == f"cannot be written in the toy format: {why}"
