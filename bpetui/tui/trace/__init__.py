"""The screen that shows how merges build the tokens of a text, step by step.

It may import `requests`, `run`, `widgets` and `terminal`, and no other screen.
"""
