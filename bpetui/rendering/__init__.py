"""Tokens, bytes, figures and sentences as text for a terminal, shared by the screen and the command line.

Imports `bpetui.core` and `rich.cells`, never Textual. Widths are terminal cells. Every text drawn here is safe on a
terminal: control characters are made visible.
"""
