"""Small tokenizers with the structure of published ones, made with Hugging Face's package."""

from typing import Any

import pytest

from bpetui.formats.huggingface.file_spelling import FALLBACK

tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")
decoders, models, normalizers = tokenizers.decoders, tokenizers.models, tokenizers.normalizers
pre_tokenizers, processors, trainers = tokenizers.pre_tokenizers, tokenizers.processors, tokenizers.trainers
AddedToken = tokenizers.AddedToken

TEXTS = ["the cat sat on the mat, the end.", "Học sinh đang học ở trường.", "月落烏啼霜滿天 in 2026  (twice)"] * 4


def roberta() -> Any:
    """Return one like RoBERTa's: GPT-2's bytes, and a mask token that includes the white space before it."""
    found = _bytes(["<s>", "<pad>", "</s>", "<unk>"], pre_tokenizers.ByteLevel(add_prefix_space=False))
    found.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    found.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return found


def gpt_neox() -> Any:
    """Return one like GPT-NeoX's: NFC, with runs of spaces as added tokens that match in the normal form."""
    found = _bytes(["<|endoftext|>", "<|padding|>"], pre_tokenizers.ByteLevel(add_prefix_space=False))
    found.normalizer = normalizers.NFC()
    found.add_tokens([AddedToken(" " * size, normalized=True) for size in range(8, 1, -1)])
    return found


def falcon() -> Any:
    """Return one like Falcon's, which splits at punctuation and digits."""
    steps = [
        pre_tokenizers.Punctuation("contiguous"),
        pre_tokenizers.ByteLevel(add_prefix_space=False),
        pre_tokenizers.Digits(),
        pre_tokenizers.Split(tokenizers.Regex("[0-9][0-9][0-9]"), "isolated"),
    ]
    return _bytes([">>TITLE<<", "<|endoftext|>"], pre_tokenizers.Sequence(steps))


def clip() -> Any:
    """Return one like CLIP's: lower case, with an end-of-word mark."""
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
    """Return one like those of Phi-3 and Llama 2: byte fallback, ▁ before each text.

    One of its tokens includes the white space after it.
    """
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
