"""What the program reads and writes: texts, tables of word counts, samples, the user's keys, and atomic writing.

Imports only `bpetui.core`. Tokenizer files are the business of `bpetui.formats`, which reads and writes through here.
"""
