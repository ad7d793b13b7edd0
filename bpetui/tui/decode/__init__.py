"""The screen that decodes token ids one at a time.

The steps of the decoder, their table, and the line of ids. It may import `requests`, `run`, `widgets` and `terminal`,
and no other screen.
"""
