"""The help screen: what is on the explorer's screen, and all keys."""

from __future__ import annotations

from textual.content import Content

from bpetui.tui.widgets.sheet import Sheet

_TEXT = """\
Byte-pair encoding starts with the 256 bytes, counts every pair of
neighbors in a text, merges the most frequent pair into a new token, and
counts again. Press [b]s[/b] and watch it happen.

[b]s   b[/b]     one merge on; one back              [b]S   B[/b]     ten at once
[b]r[/b]         run to the target, or pause         [b]t[/b]         set the target
[b]g[/b]         go to a merge by its number         [b]0[/b]         back to the start
[b]m[/b]         merge the pair selected in Pairs, instead of the best one
[b]x   v[/b]     never merge the selected pair, or allow it; list these vetoes
[b]=[/b]         which pairs tie, and where each is met first
[b],[/b]         settings: split, special tokens, alphabet, limits, other text
[b]u[/b]         how the merges do on a text that they are not learned from
[b]i  esc[/b]    type text; leave it, then ← → walk its tokens
[b]k   w[/b]     cut it with another tokenizer; how its tokens come to be
[b]c   d[/b]     compare tokenizers on it; decode its tokens one at a time
[b]e[/b]         write the merges made as a tokenizer's file
[b]1 – 4[/b]     go to a pane, as [b]tab[/b] does            [b]z[/b]         this pane alone
[b]enter[/b]     look closer: how a token was built; in Pairs: where it stands
[b]n   N[/b]     next and previous place of what stands out
[b]/[/b]         find in the corpus; filter Pairs, Words
[b]h[/b]         how partial tokens are shown here: characters, hex, GPT-2
[b]o[/b]         open another text                   [b]ctrl+p[/b]    all commands
[b]esc[/b]       stop loading, running, searching    [b]q[/b]         quit
[b]ctrl+l[/b]    draw the screen again               [b]ctrl+z[/b]    suspend

[b]1 Corpus[/b]  the text cut into its tokens. An underline ties a character to
          the next: [u]th[/u]e is one token, t[u]h[/u]e two. The newest token stands out.
          Each token made by a merge has one of a few colors; letters of
          the selected pair are colored. · is a space, → a tab, ↵ a line
          end; 床₃ is one character that takes three tokens.
[b]2 Pairs[/b]   every pair and its count, best first. Δ is what the last merge
          changed. Among equal counts the pair met first in the text is
          first; = marks those that tie for being the next, ✗ a veto, –
          what the limits on tokens forbid. The line below says what is
          next, and why.
[b]3 History[/b] every merge; * is one that you chose. Those undone stay, dimmed:
          s makes them again.
[b]4 Words[/b]   with a split, or a table of words: each distinct word, its
          count and its pieces now. Merges never cross a word's end.
[b]Try it[/b]    your own text, cut with the merges so far, or with the tokenizer
          that the border names. ⟨e5 ba⟩ are the bytes, in hex, of a token
          that is only part of a character: a prefix has its first bytes,
          a continuation later ones; one that is straddling has part of a
          character, and some of what stands beside it."""


class HelpScreen(Sheet):
    """Read it, and press a key."""

    def __init__(self) -> None:
        super().__init__(Content.from_markup(_TEXT))
