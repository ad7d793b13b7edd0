"""Widgets that several screens share: tables, text fields, forms, dialogs, and the bottom line.

They may import `terminal` and `keys`, but no screen and not the state of a run.
"""
