"""The library interface of bpetui; `bpetui` exports these names."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from bpetui.core.alphabet import MAX_VOCABULARY, UNKNOWN
from bpetui.core.argument_checks import (
    flag,
    ordered_strings,
    path_text,
    string,
    strings_or_all,
    token_ids,
    token_pair,
    token_pairs,
    whole_number,
    wrong_type,
)
from bpetui.core.constraints import Veto
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.normalization import NORMALIZATIONS, normalized, normalized_counts
from bpetui.core.notes import sentences
from bpetui.core.options import ALPHABETS, MAX_COUNT, TIES, AlphabetName, Options, Ties
from bpetui.core.run_tokenizer import FixedRun, RunTokenizer
from bpetui.core.splitting import NO_SPLIT, Split, split_custom, split_named
from bpetui.core.streaming_decoder import StreamingDecoder
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trainer import BpeTrainer, no_garbage_collection
from bpetui.core.utf8 import SPACE, visible, without_surrogates
from bpetui.formats import lookup
from bpetui.formats.export import TrainingResult, export_tokenizer, write_files
from bpetui.formats.registry import FORMATS, format_for, format_named

__all__ = [
    "BpetuiError",
    "Split",
    "StreamingDecoder",
    "Tokenization",
    "Tokenizer",
    "Trainer",
    "load",
    "train",
]

SpecialTokens = Collection[str] | Literal["all"]
"""A set of a tokenizer's special tokens, or ``all``."""

CorpusInput = str | Mapping[str, int]
"""A corpus to train on: a text, or words and their counts."""

Token = str | bytes
"""A token, as text or as bytes."""


def load(
    name_or_path: str | os.PathLike[str], split: str | Split | None = None, pattern: str | None = None
) -> Tokenizer:
    """Load a tokenizer by path, by name, such as ``cl100k_base``, or by model, such as ``gpt-4o``.

    ``split`` (a name, or a `Split`) or ``pattern`` (a regular expression) is the split to use if the file does not
    record one. Nothing is downloaded. Raises `BpetuiError` if there is no such tokenizer, or if its file is damaged.
    """
    loaded = lookup.load(path_text("name_or_path", name_or_path))
    tokenizer = loaded.tokenizer
    chosen = _split(split, pattern)
    if chosen is not None:
        if not isinstance(tokenizer, BpeTokenizer):
            raise UsageError(f"{loaded.name} has its own way of splitting text; remove split and pattern")
        tokenizer = tokenizer.with_split(chosen)
    return Tokenizer(tokenizer, loaded.name, sentences(loaded.notes, loaded.name))


def train(
    corpus: CorpusInput,
    size: int,
    *,
    split: str | Split | None = None,
    pattern: str | None = None,
    normalize: str = "none",
    special: Sequence[str] = (),
    alphabet: AlphabetName = "bytes",
    end_of_word: str = "",
    ties: Ties = "first",
    min_count: int = 1,
    max_token_bytes: int | None = None,
    whole_characters: bool = False,
    vetoes: Iterable[tuple[Token, Token]] = (),
) -> Tokenizer:
    """Train a tokenizer with a vocabulary of ``size``: base symbols plus merges, special tokens excluded.

    ``corpus`` is a text, or a mapping of words to their counts. The options are those of `Trainer`. The tokenizer is
    smaller if the corpus allows no more merges. Raises `BpetuiError` for invalid or contradictory options.
    """
    size = whole_number("size", size)
    with no_garbage_collection():
        trainer = Trainer(
            corpus,
            split=split,
            pattern=pattern,
            normalize=normalize,
            special=special,
            alphabet=alphabet,
            end_of_word=end_of_word,
            ties=ties,
            min_count=min_count,
            max_token_bytes=max_token_bytes,
            whole_characters=whole_characters,
            vetoes=vetoes,
        )
        start = len(trainer.corpus.alphabet)
        if not start <= size <= MAX_VOCABULARY:
            least, most = f"{start:,}", f"{MAX_VOCABULARY:,}"
            raise UsageError(f"the size must be from {least} (the {alphabet} of the corpus) to {most}, not {size}")
        trainer.seek(size - start)
        return trainer.tokenizer()


class Trainer(BpeTrainer):
    """A trainer that makes merges one at a time (`step`), undoes them (`back`), and merges any pair (`choose`).

    ``merges`` are the merges made, ``vocabulary`` has the bytes of their tokens, and `ranking` returns the pairs by
    count.
    """

    def __init__(
        self,
        corpus: CorpusInput,
        *,
        split: str | Split | None = None,
        pattern: str | None = None,
        normalize: str = "none",
        special: Sequence[str] = (),
        alphabet: AlphabetName = "bytes",
        end_of_word: str = "",
        ties: Ties = "first",
        min_count: int = 1,
        max_token_bytes: int | None = None,
        whole_characters: bool = False,
        vetoes: Iterable[tuple[Token, Token]] = (),
    ) -> None:
        """Count the pairs of a text, or of words and their counts.

        - ``split``: a name such as ``gpt2``, or a `Split`; ``pattern``: a regular expression. They split the text into
          words, which merges never cross (default: the whole text is one word)
        - ``normalize``: the Unicode normal form of the corpus: ``none``, ``nfc``, ``nfd``, ``nfkc``, ``nfkd``
        - ``special``: special tokens, kept whole and excluded from all merges
        - ``alphabet``: the symbols that the vocabulary starts with: ``bytes``, or the ``characters`` of the corpus
        - ``end_of_word``: the mark that ends each word, with characters only
        - ``ties``: which of the pairs with the highest count is merged: the one that occurs ``first``, or the one with
          the ``smallest-id``
        - ``min_count``: pairs that occur fewer times are not merged
        - ``max_token_bytes``: no merge makes a longer token
        - ``whole_characters``: tokens never mix parts of characters with other characters
        - ``vetoes``: pairs of tokens that are never merged

        Raises `BpetuiError` for invalid or contradictory options.
        """
        if normalize not in NORMALIZATIONS:
            names = ", ".join(NORMALIZATIONS)
            raise UsageError(f"there is no normal form {normalize!r}; choose one of {names}")
        if alphabet not in ALPHABETS:
            names = ", ".join(ALPHABETS)
            raise UsageError(f"there is no alphabet {alphabet!r}; choose one of {names}")
        if ties not in TIES:
            names = ", ".join(TIES)
            raise UsageError(f"there is no tie rule {ties!r}; choose one of {names}")
        options = Options(
            _split(split, pattern) or NO_SPLIT,
            normalize,
            alphabet,
            string("end_of_word", end_of_word),
            ties,
            whole_number("min_count", min_count),
            None if max_token_bytes is None else whole_number("max_token_bytes", max_token_bytes),
            flag("whole_characters", whole_characters),
        ).with_special(ordered_strings("special", special))
        options.check()
        checked_vetoes = token_pairs("vetoes", vetoes)
        super().__init__(_corpus(corpus, options))
        for veto in checked_vetoes:
            self.veto(veto)

    def veto(self, veto: tuple[Token, Token]) -> None:
        """Forbid the merge of two tokens, given as text or as bytes, until `allow`.

        An undone merge of them is not made again, and all merges after it are discarded. Raises `BpetuiError` if the
        two tokens cannot be adjacent in the corpus, however it is tokenized.
        """
        super().veto(_in_bytes(token_pair("veto", veto)))

    def allow(self, veto: tuple[Token, Token]) -> None:
        """Remove a veto, if there is one."""
        super().allow(_in_bytes(token_pair("veto", veto)))

    def tokenizer(self) -> Tokenizer:
        """Return the tokenizer of the merges made so far; special tokens have the ids after them.

        A tokenizer with an alphabet of characters cannot be saved, and encodes only the characters of the corpus.
        """
        pairs, options, alphabet = [*self.vocabulary.pairs], self.corpus.options, self.corpus.alphabet
        if options.alphabet == "bytes":
            return Tokenizer(TrainingResult(pairs, options, len(self.vocabulary)).tokenizer(), "trained")
        return Tokenizer(RunTokenizer(FixedRun(options, alphabet, pairs)), "trained")


class Tokenizer:
    """A tokenizer, which encodes and decodes text. `load` and `train` return one; it can be pickled.

    ``name`` is the name or path that it was loaded by. ``notes`` are sentences on what is
    unusual about its file.
    """

    def __init__(self, tokenizer: AnyTokenizer, name: str, notes: tuple[str, ...] = ()) -> None:
        self._tokenizer = tokenizer
        self.name, self.notes = name, notes

    def __repr__(self) -> str:
        return f"<bpetui.Tokenizer {visible(self.name)} with {len(self)} tokens>"

    def __len__(self) -> int:
        """The number of tokens, special tokens included."""
        return len(self._tokenizer)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens."""
        return self._tokenizer.special_tokens

    @property
    def split(self) -> Split | None:
        """The split; None if it is not known, or if another package splits the text."""
        return self._tokenizer.split if isinstance(self._tokenizer, BpeTokenizer) else None

    def encode(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> list[int]:
        """Return the token ids of a text. A lone surrogate in it becomes U+FFFD.

        Special tokens are treated as in tiktoken: allowed tokens are found in the text; a disallowed token, by default
        every other one, is an error; a token that is neither is plain text.

        Raises `BpetuiError` for a disallowed special token in the text, and if the split is not known.
        """
        allowed = self._allowed(text, allowed_special, disallowed_special)
        if isinstance(self._tokenizer, BpeTokenizer):
            return self._tokenizer.encode(text, allowed)
        return [*self._tokenized(text, allowed).ids]

    def tokenize(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> Tokenization:
        """Return the tokens of a text: their ids, their bytes, and where each starts and stops.

        Special tokens are treated as in `encode`. Raises as `encode` does.
        """
        return self._tokenized(text, self._allowed(text, allowed_special, disallowed_special))

    def _tokenized(self, text: str, allowed: Collection[str]) -> Tokenization:
        found = self._tokenizer.tokenize(text, allowed)
        if UNKNOWN in found.ids:
            start, stop = found.spans[found.ids.index(UNKNOWN)]
            unknown = visible(found.text.encode()[start:stop].decode(), space=SPACE)
            raise BpetuiError(
                f"the text contains the character {unknown}, which is not in the alphabet of the tokenizer; "
                "remove it, or train with an alphabet of bytes"
            )
        return found

    def _allowed(self, text: str, allowed: SpecialTokens, disallowed: SpecialTokens) -> Collection[str]:
        """Return the special tokens to find in a text. Raises `BpetuiError` if it contains a disallowed one."""
        text = string("text", text)
        if isinstance(self._tokenizer, BpeTokenizer) and self._tokenizer.split is None:
            name = visible(self.name)
            raise BpetuiError(f"{name} does not record its split; load it with split= or pattern=")
        special = self.special_tokens
        found = _tokens("allowed_special", allowed, special)
        for token in _tokens("disallowed_special", disallowed, [each for each in special if each not in found]):
            if token and token in text:
                shown = visible(token, space=SPACE)
                raise BpetuiError(
                    f"the text contains the special token {shown}; allow it with allowed_special, or read it as plain "
                    "text with disallowed_special=()"
                )
        return found

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of tokens; bytes that are not UTF-8 become U+FFFD.

        Raises `BpetuiError` for an unknown id.
        """
        return self.decode_bytes(ids).decode(errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of tokens. Raises as `decode` does."""
        return self._tokenizer.decode(token_ids("ids", ids))

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token, for example to feed a `StreamingDecoder`. Raises as `decode` does."""
        return self._tokenizer.token(whole_number("token_id", token_id))

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,  # noqa: A002 - its name on the command line
        force: bool = False,
    ) -> tuple[str, ...]:
        """Save the tokenizer to a file, or to a folder in GPT-2's format.

        ``format`` is one of ``minbpe``, ``tiktoken``, ``gpt2``, ``huggingface``; by default the ending of the name
        decides, as on the command line. ``force`` overwrites existing files. Returns sentences about what the format
        does not record, for example the split. Raises `BpetuiError` for anything else that the format cannot record,
        for an existing file, and if the file cannot be written.
        """
        target = Path(path_text("path", path))
        force = flag("force", force)
        if not isinstance(self._tokenizer, BpeTokenizer):
            name = visible(self.name)
            raise BpetuiError(f"{name} cannot be saved: no format can record a tokenizer of this kind")
        if format is not None:
            into = format_named(string("format", format))
        else:
            into = FORMATS["gpt2"] if target.is_dir() else format_for(os.fspath(path))
        if not force and target.exists():
            raise BpetuiError(f"{visible(str(target))} already exists; use force=True to overwrite it")
        files, not_held = export_tokenizer(self._tokenizer, into)
        write_files(target, files, force=force)
        return tuple(f"the {into.name} format does not record {each.what}" for each in not_held)


def _split(split: str | Split | None, pattern: str | None) -> Split | None:
    """Return the split for these arguments, if one is given."""
    if pattern is not None:
        if split is not None:
            raise UsageError("split and pattern both define the split; remove one")
        return split_custom(string("pattern", pattern))
    if split is None or isinstance(split, Split):
        return split
    if isinstance(split, str):
        return split_named(split)
    raise wrong_type("split", "the name of a split, or a Split", split)


def _tokens(argument: str, asked: SpecialTokens, every: Collection[str]) -> Collection[str]:
    """Return the special tokens that an argument names."""
    return every if asked == "all" else strings_or_all(argument, asked)


def _corpus(corpus: CorpusInput, options: Options) -> Corpus:
    if isinstance(corpus, str):
        return Corpus.from_text(normalized(without_surrogates(corpus)[0], options.normalization).encode(), options)
    if not isinstance(corpus, Mapping):
        raise wrong_type("corpus", "a string, or a mapping of words to their counts", corpus)
    words: dict[str, int] = {}
    for word, given in corpus.items():
        if not string("each word of corpus", word):
            raise UsageError("a word of the corpus is empty; remove it")
        count = given if type(given) is int else whole_number(f"corpus[{word[:40]!r}]", given)
        if not 1 <= count <= MAX_COUNT:
            shown, most = visible(word, space=SPACE), f"{MAX_COUNT:,}"
            raise UsageError(f"the word {shown} has the count {count}; a count must be from 1 to {most}")
        text = without_surrogates(word)[0]
        words[text] = words.get(text, 0) + count
    return Corpus.from_word_counts(normalized_counts(words, options.normalization), options)


def _in_bytes(veto: tuple[Token, Token]) -> Veto:
    left, right = veto
    return _bytes(left), _bytes(right)


def _bytes(token: Token) -> bytes:
    return token if isinstance(token, bytes) else without_surrogates(token)[0].encode()
