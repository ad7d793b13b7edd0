"""The app of the terminal: a package for each screen, and below them what screens share.

A screen never imports another one: it posts a request (`requests`), and the app opens the screen (`screens`). All of
it may import rendering, worker, formats, files and core; only the command line imports it.
"""
