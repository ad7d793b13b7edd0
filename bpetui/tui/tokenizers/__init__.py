"""The screen that chooses a tokenizer, from a list or by its name or path.

It may import `requests`, `run`, `widgets` and `terminal`, and no other screen.
"""
