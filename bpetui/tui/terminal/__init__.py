"""Work-arounds for Textual and for terminals: the driver, the queue of keys, the palette, screenshots.

Each private name of Textual that these modules use has a test that fails when Textual changes it. They import no other
package of `tui` than `keys`.
"""
