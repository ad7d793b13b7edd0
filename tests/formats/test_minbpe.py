"""minbpe's model file: what it holds comes back, what it cannot hold is refused, and damage is named by its line."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.added_tokens import Matching
from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import split_custom, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.minbpe import MinbpeModel, dumps, loads, read_model, write_model
from tests.formats.toy_tokenizers import BYTES, TOKENIZERS, TOY, sentence

EXAMPLE = MinbpeModel(r"\w+|\W+", {"<|end|>": 259, "<|pad|>": 1000}, [(97, 97), (256, 97), (257, 98)])
EXAMPLE_FILE = b"minbpe v1\n\\w+|\\W+\n2\n<|end|> 259\n<|pad|> 1000\n97 97\n256 97\n257 98\n"

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def models(draw: st.DrawFn) -> MinbpeModel:
    """Models of a trainer: each merge joins what is there already, and no pair twice."""
    merges: list[tuple[int, int]] = []
    for left, right in draw(st.lists(st.tuples(st.integers(0), st.integers(0)), max_size=20)):
        made = 256 + len(merges)
        pair = (left % made, right % made)
        if pair not in merges:
            merges.append(pair)
    tokens = draw(st.lists(ANY_TEXT.map(lambda text: "".join(text.split())).filter(bool), unique=True, max_size=4))
    pattern = draw(ANY_TEXT.map(lambda text: text.replace("\r", "").replace("\n", "").strip()))
    return MinbpeModel(pattern, {token: 256 + len(merges) + place for place, token in enumerate(tokens)}, merges)


def read_as_minbpe_does(data: bytes) -> MinbpeModel:
    """The original reader's way: text mode, ``readline().strip()``, ``split()``, ``int``."""
    file = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    assert file.readline().strip() == "minbpe v1"
    pattern = file.readline().strip()
    special = dict(file.readline().strip().split() for _ in range(int(file.readline().strip())))
    merges = [tuple(map(int, line.split())) for line in file]
    return MinbpeModel(
        pattern, {token: int(number) for token, number in special.items()}, [(left, right) for left, right in merges]
    )


def refusal(model: MinbpeModel) -> str:
    with pytest.raises(BpetuiError) as caught:
        write_model(model)
    return str(caught.value)


def damage(data: bytes) -> str:
    with pytest.raises(BpetuiError) as caught:
        read_model(data, "toy.model")
    return str(caught.value)


# What comes back


def test_model_is_written_line_by_line() -> None:
    assert write_model(EXAMPLE) == EXAMPLE_FILE
    assert write_model(MinbpeModel()) == b"minbpe v1\n\n0\n"


def test_model_is_read_line_by_line() -> None:
    assert read_model(EXAMPLE_FILE, "toy.model") == EXAMPLE
    assert read_model(b"minbpe v1\n\n0\n", "toy.model") == MinbpeModel()


@given(models())
def test_written_model_is_read_here_and_by_minbpe(model: MinbpeModel) -> None:
    assert read_model(write_model(model), "toy.model") == read_as_minbpe_does(write_model(model)) == model


@given(models())
def test_missing_last_line_end_and_windows_line_ends_are_read(model: MinbpeModel) -> None:
    data = write_model(model)
    assert read_model(data.replace(b"\n", b"\r\n"), "toy.model") == model
    assert read_model(data[:-1], "toy.model") == model


def test_white_space_that_minbpe_cannot_read_is_read() -> None:
    data = b"minbpe v1\n ?\\w+|\\s \n1\nend of text 300\n97 97\n"
    assert read_model(data, "toy.model") == MinbpeModel(r" ?\w+|\s ", {"end of text": 300}, [(97, 97)])


def test_lines_end_only_at_line_ends() -> None:
    model = MinbpeModel("a\u2028b\x85c\x1cd", {"<月>": 300}, [(97, 97)])
    assert read_model(write_model(model), "toy.model") == model


# What cannot be written


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (MinbpeModel("a|\n"), "the split pattern a|␊ contains a line end"),
        (MinbpeModel("a\rb"), "the split pattern a␍b contains a line end"),
        (MinbpeModel(r" ?\w+"), r'the split pattern " ?\w+" begins or ends with white space'),
        (MinbpeModel("a|\u3000"), 'the split pattern "a|U+3000" begins or ends with white space'),
        (MinbpeModel("a\ud800"), "aU+D800 contains a lone surrogate"),
        (MinbpeModel(special={"": 256}), "a special token is empty"),
        (MinbpeModel(special={"<a b>": 256}), 'the special token "<a b>" contains white space'),
        (MinbpeModel(special={"<\n>": 256}), 'the special token "<␊>" contains white space'),
        (MinbpeModel(special={"\x85": 256}), 'the special token "U+0085" contains white space'),
        (MinbpeModel(special={"\udc80": 256}), "U+DC80 contains a lone surrogate"),
        (MinbpeModel(special={"<a>": 97}), "another token has the id 97 of the special token <a>"),
        (
            MinbpeModel(special={"<a>": 256}, merges=[(1, 2)]),
            "another token has the id 256 of the special token <a>",
        ),
        (MinbpeModel(special={"<a>": 256, "<b>": 256}), "another token has the id 256 of the special token <b>"),
        (MinbpeModel(merges=[(256, 1)]), "the merge 256 1 uses a token that no earlier merge makes"),
        (MinbpeModel(merges=[(1, -2)]), "the merge 1 -2 uses a token that no earlier merge makes"),
        (MinbpeModel(merges=[(1, 2), (1, 2)]), "the merge 1 2 occurs twice"),
    ],
)
def test_refusal_names_what_minbpe_would_lose(model: MinbpeModel, why: str) -> None:
    assert refusal(model) == f"cannot be written in the minbpe format: {why}"


@given(ANY_TEXT, ANY_TEXT)
def test_accepted_models_are_read_by_minbpe(pattern: str, token: str) -> None:
    model = MinbpeModel(pattern, {token: 256})
    try:
        data = write_model(model)
    except BpetuiError:
        return
    assert read_as_minbpe_does(data) == model


# What is damaged


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"minbpe v2\n\n0\n", b"\xef\xbb\xbfminbpe v1\n\n0\n", b"{}", b" minbpe v1\n"]
)
def test_other_content_is_not_a_model(data: bytes) -> None:
    assert damage(data) == "toy.model is not a minbpe model: line 1 is not minbpe v1"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"minbpe v1\n", "2: the file ends here"),
        (b"minbpe v1\n\n", "3: the file ends here"),
        (b"minbpe v1\n\n\n", "3: expected the number of special tokens"),
        (b"minbpe v1\n\n-1\n", "3: expected the number of special tokens"),
        (b"minbpe v1\n\none\n", "3: expected the number of special tokens"),
        (b"minbpe v1\n\n1_0\n", "3: expected the number of special tokens"),
        ("minbpe v1\n\n１\n".encode(), "3: expected the number of special tokens"),
        (b"minbpe v1\n\n" + b"9" * 5000, "3: expected the number of special tokens"),
        (b"minbpe v1\n\n2\n<a> 256\n", "3: there are fewer lines than the 2 special tokens announced"),
        (b"minbpe v1\n\n1\n<a>\n", "4: expected a special token and its id"),
        (b"minbpe v1\n\n1\n 256\n", "4: expected a special token and its id"),
        (b"minbpe v1\n\n1\n<a> b\n", "4: expected a special token and its id"),
        (b"minbpe v1\n\n1\n<a> 97\n", "4: another token has the id 97 of the special token <a>"),
        (b"minbpe v1\n\n1\n<a> 256\n1 2\n", "4: another token has the id 256 of the special token <a>"),
        (b"minbpe v1\n\n2\n<a> 256\n<b> 256\n", "5: another token has the id 256 of the special token <b>"),
        (b"minbpe v1\n\n2\n<a> 256\n<a> 257\n", "5: the special token <a> occurs twice"),
        (b"minbpe v1\n\n0\n1\n", "4: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n1 2\n\n", "5: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n1 2 3\n", "4: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n1 -2\n", "4: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n1 +2\n", "4: expected two token ids separated by a space"),
        ("minbpe v1\n\n0\n1 ２\n".encode(), "4: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n1 " + b"2" * 5000, "4: expected two token ids separated by a space"),
        (b"minbpe v1\n\n0\n256 1\n", "4: the merge 256 1 uses a token that no earlier merge makes"),
        (b"minbpe v1\n\n1\n<a> 300\n1 2\n1 257\n", "6: the merge 1 257 uses a token that no earlier merge makes"),
        (b"minbpe v1\n\n0\n1 2\n3 4\n1 2\n", "6: the merge 1 2 occurs twice"),
        (b"minbpe v1\n\n0\n1 2\n\xe9\n", "5: byte 0xe9 at offset 17 is not UTF-8"),
    ],
)
def test_damage_error_names_the_line(data: bytes, line: str) -> None:
    assert damage(data) == f"toy.model is not a valid minbpe model, line {line}"


def test_control_characters_in_a_name_are_visible() -> None:
    with pytest.raises(BpetuiError, match=r"^␛\.model is not"):
        read_model(b"", "\x1b.model")


def is_sound(model: MinbpeModel) -> bool:
    """Whether every token can be built from those before it, and no id stands for two."""
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right in model.merges:
        tokens.append(tokens[left] + tokens[right])
    ids = [*range(len(tokens)), *model.special.values()]
    return len(set(ids)) == len(ids) and "" not in model.special


def is_refused_or_sound(data: bytes) -> bool:
    try:
        return is_sound(read_model(data, "toy.model"))
    except BpetuiError:
        return True


def test_truncated_file_is_refused_or_sound() -> None:
    assert all(is_refused_or_sound(EXAMPLE_FILE[:cut]) for cut in range(len(EXAMPLE_FILE)))


def test_changed_byte_is_refused_or_sound() -> None:
    for place in range(len(EXAMPLE_FILE)):
        for byte in range(256):
            data = EXAMPLE_FILE[:place] + bytes([byte]) + EXAMPLE_FILE[place + 1 :]
            assert is_refused_or_sound(data), data


@given(models(), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1, max_size=3), st.integers(0))
def test_truncated_and_changed_model_is_refused_or_sound(
    model: MinbpeModel, changes: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(write_model(model))
    for place, byte in changes:
        data[place % len(data)] = byte
    assert is_refused_or_sound(bytes(data))
    assert is_refused_or_sound(bytes(data[: cut % len(data)]))


@given(st.binary(max_size=60).map(lambda rest: b"minbpe v1\n" + rest))
def test_any_bytes_are_refused_or_sound(data: bytes) -> None:
    assert is_refused_or_sound(data)


# As a tokenizer


@given(TOKENIZERS)
def test_written_tokenizer_is_read_back(tokenizer: BpeTokenizer) -> None:
    if len(tokenizer.split.patterns if tokenizer.split else ()) < 2:
        written = replace(tokenizer, special={"<|end|>": len(tokenizer.tokens)})
        assert loads(dumps(written), "toy.model") == written


def unwritable(tokenizer: BpeTokenizer) -> str:
    with pytest.raises(BpetuiError) as caught:
        dumps(tokenizer)
    return sentence(caught.value)


def test_refusal_names_what_the_format_cannot_hold() -> None:
    permuted = BpeTokenizer({value: bytes([255 - value]) for value in range(256)}, [])
    assert "its ids 0 to 255 are the bytes, but here the id 0 is not 0x00" in unwritable(permuted)
    moved = BpeTokenizer({**TOY.tokens, 300: b"ab"}, [*(TOY.merges or ()), (97, 98, 300)])
    assert "its merges make the ids from 256 up, but ab has the id 300" in unwritable(moved)
    assert "the split deepseek-v3 has 3 patterns" in unwritable(replace(TOY, split=split_named("deepseek-v3")))
    for matching, said in (
        (Matching(strips_left=True), "includes the white space next to it"),
        (Matching(strips_right=True), "includes the white space next to it"),
        (Matching(whole_word=True), "matches only whole words"),
        (Matching(in_normal_form=True), "matches only in the normalized text"),
    ):
        found = replace(TOY, special={"<mask>": 300}, matchings={"<mask>": matching})
        assert f"it cannot hold that <mask> {said}" in unwritable(found)
    assert "that <tool> always matches" in unwritable(replace(TOY, added={"<tool>": 300}))
    alone = BpeTokenizer({**TOY.tokens, 259: b"xyz"}, TOY.merges)
    assert "no merge makes the token xyz (id 259)" in unwritable(alone)


def test_two_merges_with_one_result_are_refused() -> None:
    tokens = {**BYTES, 256: b"aa", 257: b"aaa"}
    merges = [(97, 97, 256), (256, 97, 257), (97, 256, 257)]
    with pytest.raises(BpetuiError, match="its merges make the ids from 256 up, but aaa has the id 257"):
        dumps(BpeTokenizer(tokens, merges))


def test_token_that_no_merge_makes_is_refused_by_id() -> None:
    for tokens, token_id in (({256: b""}, 256), ({256: b"xy", 300: b"zz"}, 256)):
        with pytest.raises(BpetuiError, match=rf"no merge makes the token .*\(id {token_id}\)"):
            dumps(BpeTokenizer({**BYTES, **tokens}, []))


def test_merges_of_huge_tokens_are_refused_early() -> None:
    doubling = "".join(f"{made} {made}\n" for made in (97, *range(256, 300)))
    with pytest.raises(BpetuiError, match="too many for bpetui"):
        loads(f"minbpe v1\n\n0\n{doubling}".encode(), "toy.model")


def test_invalid_pattern_is_refused() -> None:
    with pytest.raises(BpetuiError, match=r"toy.model cannot be used: the pattern does not compile"):
        loads(b"minbpe v1\n(a\n0\n", "toy.model")


def test_pattern_keeps_the_meaning_it_has_in_minbpe() -> None:
    theirs = loads(b"minbpe v1\n[a[&&]+\n0\n", "toy.model")
    assert theirs.split is not None
    assert theirs.split.words("a[&b") == ["a[&", "b"]
    ours = replace(TOY, split=split_custom(r"[\p{L}&&[^\p{Han}]]+"))
    assert read_model(dumps(ours), "toy.model").pattern == r"(?:(?=[\p{L}])[^\p{Han}])+"
    again = loads(dumps(ours), "toy.model").split
    assert again is not None
    assert again.words("ab月落") == ["ab", "月落"]
