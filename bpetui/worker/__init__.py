"""The trainer in a process of its own: the messages, the loop of that process, and the client that the app uses.

Imports `bpetui.core` and `bpetui.files`; the screen and the command line import it. `counting` counts the words of
large texts in several processes.
"""
