"""Tokenizer files: one module or package per format, a registry of the formats, and the tokenizers that have a name.

May import ``bpetui.files`` and ``bpetui.core``; optional packages (tokenizers, sentencepiece, tiktoken) only on demand.
"""
