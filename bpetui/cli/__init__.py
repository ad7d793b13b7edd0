"""The command line: one module per command, and the modules they share.

`main` starts, `commands` finds the module of the command, which is loaded only then. This package may import every
other one, but only `explore` imports `bpetui.tui`.
"""
