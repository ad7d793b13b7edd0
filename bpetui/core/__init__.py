"""The algorithms: training, encoding, decoding, splitting, and the options of a training.

No terminal, process, file or file format is used here. Modules import only the standard library, `regex`, and each
other.
"""
