"""A tokenizer from a file: its tokens, its merges or ranks, and its split."""

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
"""Merges in order: for each, the ids of two tokens and of the token that they become."""


@dataclass(frozen=True, repr=False)
class BpeTokenizer:
    """The data of a tokenizer's file.

    - ``tokens``: the bytes of each ordinary token, by id; some files have an empty token, which encoding never gives
    - ``merges``: the merges, in order; None if ids are ranks, as in tiktoken's files
    - ``special``: the ids of the special tokens, which are found in a text only if they are allowed
    - ``added``: the ids of the tokens that are always found in a text, before it is split
    - ``matchings``: how special and added tokens are found, for those that are not found wherever their text occurs
    - ``split``: the split; None if the file does not record it
    - ``normalization``: the normal form that a text is converted to first
    - ``whole_words``: whether a word that is a token becomes that token without merges (always so with ranks)
    - ``fallback``: the ids of the 256 bytes that encode a character without a token, if words begin as characters;
      empty if they begin as bytes
    - ``space``: the character that replaces a space in the file, if there is one; ``prefix``: whether a space is added
      before a text that does not begin with one
    - ``shared``: the ids of further tokens, by their bytes, that share the id of one of ``tokens``; the id decodes to
      that one, and words begin as bytes
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
    def from_pairs(
        cls, pairs: Iterable[tuple[int, int]], split: Split | None, special: Mapping[str, int]
    ) -> BpeTokenizer:
        """Create a tokenizer from merges that make the ids from 256 on, in order; ids below 256 are the bytes."""
        tokens = dict(enumerate(BYTES.tokens))
        merges = []
        for made, (left, right) in enumerate(pairs, len(BYTES)):
            tokens[made] = tokens[left] + tokens[right]
            merges.append((left, right, made))
        return cls(tokens, merges, special, split=split)

    def __len__(self) -> int:
        """The number of tokens, special tokens included."""
        return len(self.tokens) + len(self.others)

    def __repr__(self) -> str:
        return f"<BpeTokenizer with {len(self)} tokens, split {self.split.name if self.split else 'unknown'}>"

    def __getstate__(self) -> dict[str, object]:
        """Return the state for pickle: the data of the file, without cached values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    # -- Tokens --------------------------------------------------------------------------------------------------------

    @cached_property
    def others(self) -> dict[str, int]:
        """The ids of the special and the added tokens."""
        return {**self.added, **self.special}

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {token_id: text for text, token_id in reversed(self.others.items())}  # the first, where ids are shared

    @cached_property
    def ids(self) -> dict[bytes, int]:
        """The ids of the ordinary tokens by their bytes, without the ``fallback`` and an empty token."""
        fallback = set(self.fallback)
        ids = {data: token_id for token_id, data in self.tokens.items() if token_id not in fallback and data}
        return {**ids, **self.shared}

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` for an unknown id."""
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
        """Return the `TokenKind` of a token. Raises as `token` does."""
        data = self.token(token_id)
        if token_id not in self.tokens:
            return "special"
        return kind(data) if data else "empty"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """Return the two tokens that merge into this one; None if no merge makes it."""
        model = self.model
        if isinstance(model, RankModel):
            return model.parts(self.tokens.get(token_id, b""))
        return self._made_of.get(token_id)

    @cached_property
    def _made_of(self) -> dict[int, tuple[int, int]]:
        return {made: (left, right) for left, right, made in reversed(self.merges or ())}

    # -- Texts ---------------------------------------------------------------------------------------------------------

    def with_split(self, split: Split) -> BpeTokenizer:
        """Return this tokenizer with another split."""
        return replace(self, split=split)

    @cached_property
    def model(self) -> Model:
        """The model that encodes words. Raises `BpetuiError` if bytes have no token: see `missing_bytes`."""
        if missing := self.missing_bytes:
            byte = f"0x{missing[0]:02x}"
            raise BpetuiError(
                f"this tokenizer has no token for the byte {byte}, so it cannot encode every text; "
                "add a token for each of the 256 bytes"
            )
        if self.merges is None:
            return RankModel(self.ids)
        whole = self.ids if self.whole_words else None
        return MergeModel(self._symbols, self.merges, whole)

    @property
    def missing_bytes(self) -> list[int]:
        """The bytes that have no token; none are missing if words begin as characters."""
        return [] if self.fallback else [value for value in range(256) if bytes([value]) not in self.ids]

    @cached_property
    def _symbols(self) -> _Symbols:
        if self.fallback:
            characters = {text: token_id for data, token_id in self.ids.items() if len(text := data.decode()) == 1}
            return _Symbols(characters, self.fallback)
        return _Symbols({}, [self.ids[bytes([value])] for value in range(256)])

    def encoder(self, allowed: Iterable[str] = ()) -> Encoder:
        """Return the encoder of texts that are already `prepared`; it finds the special tokens that are allowed.

        `encode` is correct even if preparing a text creates the text of a special token; this encoder finds that, too.
        Raises `BpetuiError` if the split is not known.
        """
        special = self._found(allowed)
        return Encoder(replace(self._known_split, special=tuple(special)), self.model, special)

    @property
    def _known_split(self) -> Split:
        if self.split is None:
            raise BpetuiError("the file does not record its split; choose one with --split or --pattern")
        return self.split

    @property
    def prepares(self) -> bool:
        """Whether a text can change before it is split: by normalization, by a space before it or in place of another
        character, or because an added token takes the white space next to it."""
        return self.normalization != "none" or self.prefix or bool(self.space) or bool(self.matchings)

    def prepared(self, text: str, allowed: Iterable[str] = ()) -> str:
        """Return the text that is split: normalized, with the prefix; special tokens are unchanged."""
        return "".join(data for data, _ in self._prepared_parts(text, allowed)) if self.prepares else text

    def words(
        self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None
    ) -> list[tuple[str, int | None]]:
        """Return the words of a text after it is `prepared`, with None, and its special and added tokens, with ids.

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
        """Yield the special tokens in a text, with their ids, and the parts between them, prepared, with None."""
        for part, token_id in added_tokens.parts(text, self._found(allowed), self.matchings, self._in_normal_form):
            if token_id is None and self.prefix and not part.startswith(" "):
                yield " " + part, None
            else:
                yield part, token_id

    def _found(self, allowed: Iterable[str]) -> dict[str, int]:
        """Return the ids of the added tokens and of the special tokens that are allowed."""
        return {**self.added, **{text: self.special[text] for text in check_allowed(allowed, self.special)}}

    def _in_normal_form(self, text: str) -> str:
        text = normalized(text, self.normalization)
        return text.replace(self.space, " ") if self.space else text  # also where the text itself has this character

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""
        return tuple(self.special)

    def encode(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> list[int]:
        """Return the token ids of a text; the special tokens that are allowed are found in it.

        A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. Raises `BpetuiError` as `encoder` and
        `Encoder.encode` do.
        """
        return self._encoded(text, allowed, time_limit)[1]

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """Return the tokens of a text, the same as `encode`. Raises as `encode` does."""
        text, allowed = without_surrogates(text)[0], check_allowed(allowed, self.special)
        prepared, ids = self._encoded(text, allowed, time_limit)
        tokens = tuple(self._bytes_in(text, allowed, time_limit) if self._shares_ids else map(self.token, ids))
        stops = tuple(accumulate(map(len, tokens)))
        return Tokenization(prepared, tuple(ids), tokens, tuple(zip((0, *stops), stops, strict=False)))

    @cached_property
    def _shares_ids(self) -> bool:
        """Whether an id can come from different bytes of a text."""
        texts = {token_id: text.encode() for text, token_id in self.others.items()}
        overlaid = any(self.tokens.get(token_id, data) != data for token_id, data in texts.items())
        return bool(self.shared) or overlaid or len(texts) < len(self.others)

    def _bytes_in(self, text: str, allowed: Iterable[str], time_limit: float | None) -> Iterator[bytes]:
        """Yield the bytes of a text, after it is `prepared`, that became each of its tokens."""
        for word, token_id in self.words(text, allowed, time_limit):
            data, at = word.encode(), 0
            for size in self.model.trace(word).sizes if token_id is None else (len(data),):
                yield data[at : at + size]
                at += size

    def _encoded(self, text: str, allowed: Iterable[str], time_limit: float | None) -> tuple[str, list[int]]:
        """Return a text after it is `prepared`, and its token ids."""
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
        """Return the joined bytes of tokens, without the prefix space if words begin as characters.

        Raises `BpetuiError` for an unknown id.
        """
        ids = [*token_ids]
        try:
            data = b"".join(map(self.tokens.__getitem__, ids))
        except KeyError:  # a special token, an added one, or an unknown id
            data = b"".join(map(self.token, ids))
        return data.removeprefix(b" ") if self.prefix and self.fallback else data


class _Symbols(dict[int, str]):
    """A function that returns the symbols that a word begins with: those of its characters, or of their bytes."""

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
