"""Hugging Face's ``tokenizer.json``: reading and writing it, and its syntax of split patterns.

What bpetui's own `Tokenizer` does not support opens through the optional package ``tokenizers``. May import the modules
of ``bpetui.formats`` except the registry and what uses it, ``bpetui.files`` and ``bpetui.core``.
"""
