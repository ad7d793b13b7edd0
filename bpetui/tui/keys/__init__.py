"""The table of commands and their keys, and the keys that a user has set: bindings, hints and help are built from it.

The package uses no Textual, since the state of a run names keys in its hints, too. It imports `core` and `files`.
"""
