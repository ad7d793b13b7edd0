"""The help screen: what is on the explorer's screen, and all keys."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

_TEXT = """\
[b]Byte-pair encoding[/b] learns tokens from a text. It starts with the 256 bytes, counts
every pair of neighbours, merges the most frequent pair into a new token, and
counts again. Press [b]s[/b] and watch it happen.

[b]1 Corpus[/b]   the text cut into its tokens now. What is underlined together is one
           token; the newest stands out. · is a space, → a tab, ↵ a line end.
           床₃ is one character that takes three tokens.
[b]2 Pairs[/b]    every pair with its count, best first. Δ is how the last merge
           changed it. Among pairs with one count the one met first in the
           text comes first. The line below says what is next, and why.
[b]3 History[/b]  every merge. Those undone stay listed, dimmed; s makes them again.
[b]4 Words[/b]    with a split: each distinct word and its pieces. Merges never cross
           a word's end.
[b]Try it[/b]     your own text, cut with the merges so far. ⟨e5 ba⟩ are the bytes, in
           hex, of a token that is only part of a character.

[b]s b[/b]        step, back         [b]S B[/b]   ten at once
[b]r[/b]          run to the target, or pause; [b]t[/b] sets the target
[b]0 g[/b]        back to the start; go to a merge (in History: the selected one)
[b]m[/b]          merge the pair selected in Pairs instead of the best one
[b]i  escape[/b]  type text; leave it (then ← → walk its tokens)
[b]1 2 3 4 tab[/b] go to a pane
[b]enter[/b]      look closer at what is selected (in Pairs: go to its next place)
[b]n N[/b]        next and previous place of what stands out
[b]/[/b]          find text in the corpus; in Pairs and Words: filter the list
[b]h[/b]          how partial tokens are shown in this pane: characters, hex, GPT-2
[b]z[/b]          this pane alone, and back
[b]o[/b]          open another text      [b]ctrl+p[/b]  all commands, themes, screenshot
[b]escape[/b]     stop loading, running or searching
[b]q[/b]          quit

                                                    [dim]↑ ↓ scroll · any other key closes[/dim]"""


class HelpScreen(ModalScreen[None]):
    """Read it, and press a key."""

    BINDINGS = [Binding("escape,question_mark,q,enter,space", "dismiss", show=False, id="help.close")]

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(_TEXT)

    def on_key(self) -> None:
        """Keys that scroll are taken by the scroll view; any other closes."""
        self.dismiss()
