"""The state of a run: the session with the trainer's process, the merges made, loaded tokenizers, and typed text.

It has no widgets and imports neither Textual nor a package of `tui` other than `keys`: it is tested without a screen.
"""
