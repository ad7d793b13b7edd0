"""The state of a run: the session with the trainer's process, the merges made, loaded tokenizers, and typed text.

It has no widgets and imports neither Textual nor any other package of `tui`, so that it can be tested without a screen.
"""
