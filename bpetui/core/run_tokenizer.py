"""The tokenizer of a run, with either alphabet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol

from bpetui.core.alphabet import UNKNOWN, Alphabet
from bpetui.core.errors import BpetuiError
from bpetui.core.models import MergeModel
from bpetui.core.normalization import normalized
from bpetui.core.options import Options
from bpetui.core.splitting import TIME_LIMIT
from bpetui.core.tokenization import Tokenization, TokenKind, check_allowed
from bpetui.core.trace import spans
from bpetui.core.utf8 import kind, without_surrogates
from bpetui.core.vocabulary import Vocabulary

_UNKNOWN = b"<unk>"


class Run(Protocol):
    """A run: its options, its alphabet, and the merges that it has made.

    ``made`` is the number of merges made. ``vocabulary`` can contain further merges, such as undone ones; ``model``
    cannot.
    """

    made: int

    @property
    def options(self) -> Options: ...

    @property
    def alphabet(self) -> Alphabet: ...

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def model(self) -> MergeModel: ...


class FixedRun:
    """A run with fixed merges: the ``pairs`` of token ids, in order."""

    def __init__(self, options: Options, alphabet: Alphabet, pairs: Sequence[tuple[int, int]]) -> None:
        self.options, self.alphabet = options, alphabet
        self.made = len(pairs)
        self.vocabulary = Vocabulary(pairs, alphabet, options.special)
        self.model = MergeModel.from_pairs(pairs, alphabet)

    def __reduce__(self) -> tuple[type[FixedRun], tuple[Options, Alphabet, list[tuple[int, int]]]]:
        """Leave out of the pickle what the constructor computes."""
        return type(self), (self.options, self.alphabet, self.vocabulary.pairs)


class RunTokenizer:
    """The tokenizer of the merges that a run has made so far; it changes with the run.

    Special tokens have the ids after the merges made. With an alphabet of characters, each other character becomes
    `UNKNOWN`.
    """

    reason = ""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._split: tuple[str, tuple[str, ...], list[str] | BpetuiError] | None = (
            None  # the last text, its allowed tokens and its words
        )

    def __reduce__(self) -> tuple[type[RunTokenizer], tuple[Run]]:
        """Leave the last text out of the pickle."""
        return type(self), (self.run,)

    @property
    def _vocab_size(self) -> int:
        """The number of tokens, special tokens excluded."""
        return len(self.run.alphabet) + self.run.made

    def __len__(self) -> int:
        """The number of tokens, special tokens included."""
        return self._vocab_size + len(self.special_tokens)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""
        return self.run.options.special

    @property
    def last_id(self) -> int:
        """The highest id."""
        return len(self) - 1

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` for an unknown id."""
        if token_id == UNKNOWN:
            return _UNKNOWN
        if not 0 <= token_id < len(self):
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        special = token_id - self._vocab_size
        return self.run.vocabulary[token_id] if special < 0 else self.special_tokens[special].encode()

    def kind(self, token_id: int) -> TokenKind:
        """Return the kind of a token. Raises as `token` does."""
        if token_id == UNKNOWN:
            return "unknown"
        data = self.token(token_id)
        return kind(data) if token_id < self._vocab_size else "special"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """Return the two tokens that merge into this one; None if no merge makes it."""
        made = token_id - len(self.run.alphabet)
        return self.run.vocabulary.pairs[made] if 0 <= made < self.run.made else None

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """Return the tokens of a text; the special tokens that are allowed are found in it.

        The tokenized text is in the normal form of the corpus, with end-of-word marks if the corpus has them. Raises
        `BpetuiError` if an end-of-word mark occurs in the text, if a custom pattern takes longer than ``time_limit``
        seconds, and as `check_allowed` does.
        """
        text, allowed = without_surrogates(text)[0], check_allowed(allowed, self.special_tokens)
        words = self.words(text, allowed, time_limit)
        special = dict(zip(self.special_tokens, range(self._vocab_size, len(self)), strict=True)) if allowed else {}
        found = [(special[word],) if word in allowed else self.run.model.encode_word(word) for word in words]
        ids = tuple(chain.from_iterable(found))
        tokens = {token_id: self.token(token_id) for token_id in set(ids)}
        places: list[tuple[int, int]] = []
        for word, word_ids in zip(words, found, strict=True):
            places += spans(word, word_ids, tokens.__getitem__, places[-1][1] if places else 0)
        return Tokenization("".join(words), ids, tuple(map(tokens.__getitem__, ids)), tuple(places))

    def words(self, text: str, allowed: tuple[str, ...] = (), time_limit: float | None = None) -> list[str]:
        """Return the words of a text as `tokenize` splits it.

        The words of the last text are kept: merges do not change them, so a pattern runs only once on a text.
        """
        if self._split is None or self._split[:2] != (text, allowed):
            self._split = text, allowed, self._split_text(text, allowed, time_limit)
        words = self._split[2]
        if isinstance(words, BpetuiError):
            raise words
        return words

    def marks_in(self, text: str) -> Iterator[int]:
        """Yield where end-of-word marks begin in a tokenized text, in bytes; they occur nowhere else in it."""
        if mark := self.run.alphabet.mark.encode():
            yield from (found.start() for found in re.finditer(re.escape(mark), text.encode()))

    def _split_text(self, text: str, allowed: tuple[str, ...], time_limit: float | None) -> list[str] | BpetuiError:
        options = self.run.options.with_special(allowed)
        limit = TIME_LIMIT if time_limit is None else time_limit
        try:
            return options.words_split.words(options.marked(normalized(text, options.normalization)), time_limit=limit)
        except BpetuiError as error:
            return error

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """Return the joined bytes of tokens, with a space for each end-of-word mark.

        Raises `BpetuiError` for an unknown id.
        """
        mark = self.run.alphabet.mark.encode()
        found = []
        for token_id in token_ids:
            token = self.token(token_id)
            if mark and token_id < self._vocab_size and token.endswith(mark):
                token = token[: -len(mark)] + b" "
            found.append(token)
        return b"".join(found)
