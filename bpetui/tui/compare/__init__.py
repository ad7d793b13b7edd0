"""The screen that compares tokenizers on one text.

Its table of figures, its aligned tokens, and the way to add a tokenizer. It may import `requests`, `run`, `widgets`
and `terminal`, and no other screen.
"""
