"""Small SentencePiece models, and one that is also a tokenizer.json."""

import io
from functools import cache
from typing import Any

import pytest

TEXTS = ["Học sinh đang học sinh học ở trường.", "月落烏啼霜滿天", "hello world, a test of tokens", "fine 12"] * 4


def model(kind: str, **options: Any) -> bytes:
    """Return a small model file; one that falls back to bytes has a larger vocabulary."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="SentencePiece's package is not installed")
    found = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS),
        model_writer=found,
        model_type=kind,
        vocab_size=320 if options.get("byte_fallback") else 60,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return found.getvalue()


@cache
def llama() -> tuple[bytes, Any]:
    """Return a model file like that of Llama 2, and an equivalent tokenizer of Hugging Face's, without merges."""
    tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")
    sentencepiece = pytest.importorskip("sentencepiece", reason="SentencePiece's package is not installed")
    data = model("bpe", byte_fallback=True, normalization_rule_name="identity", remove_extra_whitespaces=False)
    original = sentencepiece.SentencePieceProcessor(model_proto=data)
    vocabulary = {original.id_to_piece(token_id): token_id for token_id in range(original.get_piece_size())}
    found = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, [], byte_fallback=True, unk_token="<unk>"))
    normalizers, decoders = tokenizers.normalizers, tokenizers.decoders
    found.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    found.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    found.add_special_tokens(["<s>", "</s>"])
    return data, found
