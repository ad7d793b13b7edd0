"""Word counts of large texts, computed by several processes at once with the result that one process would have.

Imports `bpetui.core` and `bpetui.worker.pipe`. Callers use `parallel_count` and `segments`; the rest is internal.
"""
