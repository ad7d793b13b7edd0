"""The main screen: the corpus, the pairs, the merges, the words and Try it.

Its panes, and an object for each concern such as searching or exporting. It may import `requests`, `run`, `widgets`,
`terminal` and `keys`, and no other screen.
"""
