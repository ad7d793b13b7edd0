"""The tokenizer of a run, whatever its alphabet, to be asked what any other can be asked."""

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
    """A run: what it was started with, and the merges that it has made.

    ``vocabulary`` may hold more merges behind the ``made`` ones, such as those that were undone; ``model`` has the made
    ones only.
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


class EndedRun:
    """A run that makes no more merges than the ``pairs`` of token ids, in order."""

    def __init__(self, options: Options, alphabet: Alphabet, pairs: Sequence[tuple[int, int]]) -> None:
        self.options, self.alphabet = options, alphabet
        self.made = len(pairs)
        self.vocabulary = Vocabulary(pairs, alphabet, options.special)
        self.model = MergeModel.from_pairs(pairs, alphabet)

    def __reduce__(self) -> tuple[type[EndedRun], tuple[Options, Alphabet, list[tuple[int, int]]]]:
        """What pickle carries: not what follows from it."""
        return type(self), (self.options, self.alphabet, self.vocabulary.pairs)


class RunTokenizer:
    """The merges that a run has made so far: it changes as the run goes on, and is undone.

    Special tokens have the ids behind those of the merges made. What a run of characters has no token for becomes
    `UNKNOWN`, once for each character.
    """

    reason = ""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._split: tuple[str, tuple[str, ...], list[str] | BpetuiError] | None = None  # the last text, and its words

    def __reduce__(self) -> tuple[type[RunTokenizer], tuple[Run]]:
        """What pickle carries: not the last text."""
        return type(self), (self.run,)

    @property
    def _vocab_size(self) -> int:
        """How many tokens there are, special ones not."""
        return len(self.run.alphabet) + self.run.made

    def __len__(self) -> int:
        """How many tokens there are, special ones among them."""
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
        """The bytes that a token stands for. Raises `BpetuiError` if there is none of that id."""
        if token_id == UNKNOWN:
            return _UNKNOWN
        if not 0 <= token_id < len(self):
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        special = token_id - self._vocab_size
        return self.run.vocabulary[token_id] if special < 0 else self.special_tokens[special].encode()

    def kind(self, token_id: int) -> TokenKind:
        """How a token stands in UTF-8, or what else it is. Raises as `token` does."""
        if token_id == UNKNOWN:
            return "unknown"
        data = self.token(token_id)
        return kind(data) if token_id < self._vocab_size else "special"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """The two tokens of which a token is made; None for one that no merge makes."""
        made = token_id - len(self.run.alphabet)
        return self.run.vocabulary.pairs[made] if 0 <= made < self.run.made else None

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """The tokens of a text, in which those special tokens are found that are allowed.

        They stand in the text as it is tokenized: in the normal form of the corpus, and with end marks if it has them.
        Raises `BpetuiError` if an end mark occurs in the text, when a custom pattern takes longer than ``time_limit``
        seconds, and as `check_allowed` does.
        """
        text, allowed = without_surrogates(text)[0], check_allowed(allowed, self.special_tokens)
        words = self.words(text, allowed, time_limit)
        special = dict(zip(self.special_tokens, range(self._vocab_size, len(self)), strict=True)) if allowed else {}
        found = [(special[word],) if word in allowed else self.run.model.encode_word(word) for word in words]
        ids = tuple(chain.from_iterable(found))
        tokens = {token_id: self.token(token_id) for token_id in set(ids)}
        places: list[tuple[int, int]] = []
        for word, of_word in zip(words, found, strict=True):
            places += spans(word, of_word, tokens.__getitem__, places[-1][1] if places else 0)
        return Tokenization("".join(words), ids, tuple(map(tokens.__getitem__, ids)), tuple(places))

    def words(self, text: str, allowed: tuple[str, ...] = (), time_limit: float | None = None) -> list[str]:
        """The words of a text, as `tokenize` has them. Merges do not change them: a pattern is tried once on a text."""
        if self._split is None or self._split[:2] != (text, allowed):
            self._split = text, allowed, self._split_anew(text, allowed, time_limit)
        words = self._split[2]
        if isinstance(words, BpetuiError):
            raise words
        return words

    def marks_in(self, text: str) -> Iterator[int]:
        """Where end marks begin in a text that was tokenized, in bytes: they stand nowhere in its words."""
        if mark := self.run.alphabet.mark.encode():
            yield from (found.start() for found in re.finditer(re.escape(mark), text.encode()))

    def _split_anew(self, text: str, allowed: tuple[str, ...], time_limit: float | None) -> list[str] | BpetuiError:
        options = self.run.options.with_special(allowed)
        limit = TIME_LIMIT if time_limit is None else time_limit
        try:
            return options.words_split.words(options.marked(normalized(text, options.normalization)), time_limit=limit)
        except BpetuiError as error:
            return error

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """What tokens stand for, joined; an end mark stands for a space. Raises `BpetuiError` for an id that there is
        not."""
        mark = self.run.alphabet.mark.encode()
        found = []
        for token_id in token_ids:
            token = self.token(token_id)
            if mark and token_id < self._vocab_size and token.endswith(mark):
                token = token[: -len(mark)] + b" "
            found.append(token)
        return b"".join(found)
