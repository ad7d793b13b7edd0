"""The screen of settings: a form with the options of a run.

How settings are written as entries, read back and explained. It may import `requests`, `run`, `widgets` and
`terminal`, and no other screen.
"""
