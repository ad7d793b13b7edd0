"""Small tokenizers, damaged files, and errors as one line."""

from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trainer import BpeTrainer
from bpetui.core.utf8 import visible
from tests.sample_corpora import corpus_of

BYTES = {value: bytes([value]) for value in range(256)}

TOY = BpeTokenizer.from_pairs([(97, 97), (256, 97), (257, 98)], NO_SPLIT, {})
"""A tokenizer with the merges aa, aaa, aaab."""


def trained(text: str, split: str | Split, merges: int, special: tuple[str, ...] = ()) -> BpeTokenizer:
    """Return the tokenizer of a training on a text; special tokens have the ids after the merges."""
    split = split_named(split) if isinstance(split, str) else split
    trainer = BpeTrainer(corpus_of(text, split))
    trainer.seek(merges)
    ids = {token: at for at, token in enumerate(special, 256 + trainer.made)}
    return BpeTokenizer.from_pairs(trainer.vocabulary.pairs, split, ids)


TOKENIZERS = st.builds(trained, st.text("ab 月\ń", max_size=60), st.sampled_from(SPLIT_NAMES), st.integers(0, 30))


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a damaged file: truncated, or with bytes changed, removed or inserted."""
    if draw(st.booleans()):
        return data[: draw(st.integers(0, len(data) - 1))]
    spoilt = bytearray(data)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(spoilt) - 1))
        size = draw(st.integers(0, 3))
        spoilt[at : at + size] = draw(st.binary(max_size=3) | st.sampled_from([b"\n", b" ", b"0", b"=", b'"', b"\xff"]))
        if not spoilt:
            break
    return bytes(spoilt)


def sentence(error: BpetuiError) -> str:
    """Return the sentence of an error, which is one line without control characters."""
    text = str(error)
    assert text == visible(text)
    return text
