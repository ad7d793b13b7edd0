"""A tokenizer as a file or a name gives it: its tokens, how they are merged, and how a text is cut before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

from bpetui.core import added_tokens
from bpetui.core.added_tokens import Matching
from bpetui.core.alphabet import BYTES, symbol
from bpetui.core.encoding import Encoder
from bpetui.core.errors import BpetuiError
from bpetui.core.models import MergeModel, Model, RankModel
from bpetui.core.normalization import normalized
from bpetui.core.splitting import NO_SPLIT, TIME_LIMIT, Split
from bpetui.core.tokenization import Tokenization, TokenKind, check_allowed
from bpetui.core.utf8 import kind, without_surrogates

Merges = Sequence[tuple[int, int, int]]
"""Merges in order: the ids of two tokens, and of the one they become."""


@dataclass(frozen=True, repr=False)
class Tokenizer:
    """All that a tokenizer's file holds.

    - ``tokens``: the bytes that each ordinary token stands for in a text, by id; no text becomes an empty one, which
      some files hold
    - ``merges``: how they are merged, in order; None where the ids are ranks, as in tiktoken's files
    - ``special``: the ids of the special tokens, which are found in a text only where they are allowed
    - ``added``: the ids of the tokens that are always found in a text, before it is split
    - ``matchings``: how special and added tokens are found that are not found wherever their text occurs
    - ``split``: how a text becomes words; None where the file does not say it
    - ``normalization``: the normal form that a text is given before
    - ``whole_words``: a word that is a token becomes that at once, whatever merges lead to (it is so with ranks, too)
    - ``fallback``: the ids of the 256 bytes of which a character without a token is made, where words begin as
      characters; empty where they begin as bytes
    - ``space``: the character that stands for a space in the file, if it is not a space; ``prefix``: whether a space is
      put before a text that begins with none
    - ``shared``: the ids of further tokens, by their bytes, to which a file gives the id of one of ``tokens``; the id
      decodes to the latter, and words begin as bytes
    """

    tokens: Mapping[int, bytes]
    merges: Merges | None
    special: Mapping[str, int] = field(default_factory=dict)
    added: Mapping[str, int] = field(default_factory=dict)
    split: Split | None = NO_SPLIT
    normalization: str = "none"
    whole_words: bool = False
    fallback: tuple[int, ...] = ()
    space: str = ""
    prefix: bool = False
    shared: Mapping[bytes, int] = field(default_factory=dict)
    matchings: Mapping[str, Matching] = field(default_factory=dict)

    reason: ClassVar[str] = ""

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[int, int]], split: Split | None, special: Mapping[str, int]) -> Tokenizer:
        """The tokenizer of merges of bytes that make the ids from 256 on, one after another."""
        tokens = dict(enumerate(BYTES.tokens))
        merges = []
        for made, (left, right) in enumerate(pairs, len(BYTES)):
            tokens[made] = tokens[left] + tokens[right]
            merges.append((left, right, made))
        return cls(tokens, merges, special, split=split)

    def __len__(self) -> int:
        """How many tokens there are, special ones among them."""
        return len(self.tokens) + len(self.others)

    def __repr__(self) -> str:
        return f"<Tokenizer with {len(self)} tokens, split {self.split.name if self.split else 'unknown'}>"

    def __getstate__(self) -> dict[str, object]:
        """What pickle carries: what the file holds, and nothing that is made of it when it is first asked for."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    # -- tokens --------------------------------------------------------------------------------------------------------

    @cached_property
    def others(self) -> dict[str, int]:
        """The ids of the special tokens and of those added."""
        return {**self.added, **self.special}

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {token_id: text for text, token_id in reversed(self.others.items())}  # the first, where ids are shared

    @cached_property
    def ids(self) -> dict[bytes, int]:
        """The ids of the ordinary tokens by their bytes; not those of the ``fallback``, nor of an empty one."""
        fallback = set(self.fallback)
        ids = {data: token_id for token_id, data in self.tokens.items() if token_id not in fallback and data}
        return {**ids, **self.shared}

    def token(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises `BpetuiError` if there is none of that id."""
        if token_id in self.tokens:
            return self.tokens[token_id]
        if token_id in self._texts:
            return self._texts[token_id].encode()
        raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")

    @cached_property
    def last_id(self) -> int:
        """The highest id."""
        return max((*self.tokens, *self._texts), default=-1)

    def kind(self, token_id: int) -> TokenKind:
        """How a token stands in UTF-8, or that it is a special one, or empty. Raises as `token` does."""
        data = self.token(token_id)
        if token_id not in self.tokens:
            return "special"
        return kind(data) if data else "empty"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """The two tokens of which a token is made; None for one that no merge makes."""
        model = self.model
        if isinstance(model, RankModel):
            return model.parts(self.tokens.get(token_id, b""))
        return self._made_of.get(token_id)

    @cached_property
    def _made_of(self) -> dict[int, tuple[int, int]]:
        return {made: (left, right) for left, right, made in reversed(self.merges or ())}

    # -- texts ---------------------------------------------------------------------------------------------------------

    def with_split(self, split: Split) -> Tokenizer:
        """The same with another split."""
        return replace(self, split=split)

    @cached_property
    def model(self) -> Model:
        """What makes tokens of words. Raises `BpetuiError` if not every text can be encoded: see `missing_bytes`."""
        if missing := self.missing_bytes:
            raise BpetuiError(
                f"this tokenizer has no token for the byte 0x{missing[0]:02x}, without which not every text can be "
                "encoded; add a token for each of the 256 bytes"
            )
        if self.merges is None:
            return RankModel(self.ids)
        whole = self.ids if self.whole_words else None
        return MergeModel(self._symbols, self.merges, whole)

    @property
    def missing_bytes(self) -> list[int]:
        """The bytes that have no token, although words begin as bytes."""
        return [] if self.fallback else [value for value in range(256) if bytes([value]) not in self.ids]

    @cached_property
    def _symbols(self) -> _Symbols:
        if self.fallback:
            characters = {text: token_id for data, token_id in self.ids.items() if len(text := data.decode()) == 1}
            return _Symbols(characters, self.fallback)
        return _Symbols({}, [self.ids[bytes([value])] for value in range(256)])

    def encoder(self, allowed: Iterable[str] = ()) -> Encoder:
        """Encodes texts that are `prepared`, in which the special tokens are found that are allowed.

        Where a text is prepared, `encode` is right even if that makes what looks like a special token.

        Raises `BpetuiError` if the split is not known.
        """
        special = self._found(allowed)
        return Encoder(replace(self._known_split, special=tuple(special)), self.model, special)

    @property
    def _known_split(self) -> Split:
        if self.split is None:
            raise BpetuiError("the file does not say how a text is split; name that with --split or --pattern")
        return self.split

    @property
    def prepares(self) -> bool:
        """Whether a text may become another before it is split: in a normal form, with a space before it, or without
        the white space beside an added token."""
        return self.normalization != "none" or self.prefix or bool(self.space) or bool(self.matchings)

    def prepared(self, text: str, allowed: Iterable[str] = ()) -> str:
        """A text as it is split, in which special tokens stay as they are."""
        return "".join(data for data, _ in self._prepared_parts(text, allowed)) if self.prepares else text

    def words(
        self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None
    ) -> list[tuple[str, int | None]]:
        """The words of a text as it is `prepared`; special and added tokens are words, too, and have their ids here.

        Raises `BpetuiError` as `encode` does.
        """
        split = self._known_split
        limit = TIME_LIMIT if time_limit is None else time_limit
        found: list[tuple[str, int | None]] = []
        for part, token_id in self._prepared_parts(text, allowed):
            if token_id is None:
                found += ((word, None) for word in split.words(part, time_limit=limit))
            else:
                found.append((part, token_id))
        return found

    def _prepared_parts(self, text: str, allowed: Iterable[str]) -> Iterator[tuple[str, int | None]]:
        """The special tokens in a text, with their ids, and what stands between them, prepared."""
        for part, token_id in added_tokens.parts(text, self._found(allowed), self.matchings, self._in_normal_form):
            if token_id is None and self.prefix and not part.startswith(" "):
                yield " " + part, None
            else:
                yield part, token_id

    def _found(self, allowed: Iterable[str]) -> dict[str, int]:
        """The ids of the special tokens that are found in a text."""
        return {**self.added, **{text: self.special[text] for text in check_allowed(allowed, self.special)}}

    def _in_normal_form(self, text: str) -> str:
        text = normalized(text, self.normalization)
        return text.replace(self.space, " ") if self.space else text  # it stands for one, wherever it comes from

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""
        return tuple(self.special)

    def encode(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> list[int]:
        """The token ids of a text, in which the special tokens are found that are allowed.

        A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. Raises `BpetuiError` as `encoder` and
        `Encoder.encode` do.
        """
        return self._encoded(text, allowed, time_limit)[1]

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """The tokens of a text, as `encode` gives them. Raises as that does."""
        text, allowed = without_surrogates(text)[0], check_allowed(allowed, self.special)
        prepared, ids = self._encoded(text, allowed, time_limit)
        tokens = tuple(self._bytes_in(text, allowed, time_limit) if self._shares_ids else map(self.token, ids))
        stops = tuple(accumulate(map(len, tokens)))
        return Tokenization(prepared, tuple(ids), tokens, tuple(zip((0, *stops), stops, strict=False)))

    @cached_property
    def _shares_ids(self) -> bool:
        """Whether an id does not say what bytes of a text became it."""
        texts = {token_id: text.encode() for text, token_id in self.others.items()}
        overlaid = any(self.tokens.get(token_id, data) != data for token_id, data in texts.items())
        return bool(self.shared) or overlaid or len(texts) < len(self.others)

    def _bytes_in(self, text: str, allowed: Iterable[str], time_limit: float | None) -> Iterator[bytes]:
        """The bytes of a text, as it is `prepared`, that became each of its tokens."""
        for word, token_id in self.words(text, allowed, time_limit):
            data, at = word.encode(), 0
            for size in self.model.trace(word).sizes if token_id is None else (len(data),):
                yield data[at : at + size]
                at += size

    def _encoded(self, text: str, allowed: Iterable[str], time_limit: float | None) -> tuple[str, list[int]]:
        """A text as it is `prepared`, and its token ids."""
        text = without_surrogates(text)[0]
        if not self.prepares:
            return text, self.encoder(allowed).encode(text, time_limit=time_limit)
        encoder = Encoder(self._known_split, self.model)
        parts: list[str] = []
        ids: list[int] = []
        for part, token_id in self._prepared_parts(text, allowed):
            parts.append(part)
            ids += encoder.encode(part, time_limit=time_limit) if token_id is None else (token_id,)
        return "".join(parts), ids

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """The bytes that tokens stand for, joined, without the space that was put before a text of characters.

        Raises `BpetuiError` for an id that there is not.
        """
        data = b"".join(map(self.token, token_ids))
        return data.removeprefix(b" ") if self.prefix and self.fallback else data


class _Symbols(dict[int, str]):
    """Gives the symbols that a word begins with: those of its characters, or of their bytes."""

    def __init__(self, characters: Mapping[str, int], single_bytes: Sequence[int]) -> None:
        super().__init__()
        self._characters, self._bytes = characters, single_bytes

    def __call__(self, word: str) -> str:
        return word.translate(self)

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character in self._characters:
            symbols = symbol(self._characters[character])
        else:
            symbols = "".join(symbol(self._bytes[value]) for value in character.encode())
        self[code] = symbols
        return symbols
