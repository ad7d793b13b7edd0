"""Small tokenizers in the shape of published ones, made with Hugging Face's own package."""

from typing import Any

import pytest

from bpetui.formats.huggingface.token_spelling import FALLBACK

tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")
decoders, models, normalizers = tokenizers.decoders, tokenizers.models, tokenizers.normalizers
pre_tokenizers, processors, trainers = tokenizers.pre_tokenizers, tokenizers.processors, tokenizers.trainers
AddedToken = tokenizers.AddedToken

TEXTS = ["the cat sat on the mat, the end.", "Học sinh đang học ở trường.", "月落烏啼霜滿天 in 2026  (twice)"] * 4


def roberta() -> Any:
    """RoBERTa's: GPT-2's bytes, and a mask that takes the white space before it along."""
    found = _bytes(["<s>", "<pad>", "</s>", "<unk>"], pre_tokenizers.ByteLevel(add_prefix_space=False))
    found.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    found.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return found


def gpt_neox() -> Any:
    """GPT-NeoX's: in NFC, with runs of spaces that are added tokens, and looked for in the normal form."""
    found = _bytes(["<|endoftext|>", "<|padding|>"], pre_tokenizers.ByteLevel(add_prefix_space=False))
    found.normalizer = normalizers.NFC()
    found.add_tokens([AddedToken(" " * size, normalized=True) for size in range(8, 1, -1)])
    return found


def falcon() -> Any:
    """Falcon's: punctuation is cut off before and after the bytes."""
    steps = [
        pre_tokenizers.Punctuation("contiguous"),
        pre_tokenizers.ByteLevel(add_prefix_space=False),
        pre_tokenizers.Digits(),
        pre_tokenizers.Split(tokenizers.Regex("[0-9][0-9][0-9]"), "isolated"),
    ]
    return _bytes([">>TITLE<<", "<|endoftext|>"], pre_tokenizers.Sequence(steps))


def clip() -> Any:
    """CLIP's: in lower case, with a mark at the end of a word."""
    special = ["<|startoftext|>", "<|endoftext|>"]
    found = tokenizers.Tokenizer(models.BPE(unk_token="<|endoftext|>", end_of_word_suffix="</w>"))
    steps = [normalizers.NFC(), normalizers.Replace(tokenizers.Regex(r"\s+"), " "), normalizers.Lowercase()]
    found.normalizer = normalizers.Sequence(steps)
    found.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(tokenizers.Regex(r"'s|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    found.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        end_of_word_suffix="</w>",
        show_progress=False,
    )
    found.train_from_iterator(TEXTS, trainer)
    return found


def phi3() -> Any:
    """Phi-3's and Llama 2's: characters that fall back to bytes, a ▁ put before each text, and tokens that take the
    white space behind them along."""
    special = ["<unk>", "<s>", "</s>"]
    texts = [*special, *FALLBACK, "▁", "H", "e", "l", "o", "▁H", "el", "▁Hel", "lo", "▁Hello", "月"]
    merges = [("▁", "H"), ("e", "l"), ("▁H", "el"), ("l", "o"), ("▁Hel", "lo")]
    vocabulary = {text: at for at, text in enumerate(texts)}
    model = models.BPE(vocabulary, merges, byte_fallback=True, unk_token="<unk>", fuse_unk=True)
    found = tokenizers.Tokenizer(model)
    found.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    found.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    found.add_special_tokens([*special, AddedToken("<|end|>", rstrip=True)])
    return found


def _bytes(special: list[str], pre_tokenizer: Any) -> Any:
    found = tokenizers.Tokenizer(models.BPE())
    found.pre_tokenizer, found.decoder = pre_tokenizer, decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=320,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    found.train_from_iterator(TEXTS, trainer)
    return found
