"""Small models of SentencePiece, and one as a tokenizer.json as well."""

import io
from functools import cache
from typing import Any

import pytest

TEXTS = ["Học sinh đang học sinh học ở trường.", "月落烏啼霜滿天", "hello world, a test of tokens", "fine 12"] * 4


def model(kind: str, **options: Any) -> bytes:
    """A small model; a vocabulary of what it needs if it falls back to bytes."""
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
    """A model as Llama 2 has it, and the same as a tokenizer of Hugging Face's package, without the merges."""
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
