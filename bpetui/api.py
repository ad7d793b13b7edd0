"""bpetui as a library: what `bpetui` itself offers to other programs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from bpetui.core import trainer
from bpetui.core.alphabet import MAX_VOCABULARY, UNKNOWN
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.normalization import NORMALIZATIONS, normalized, normalized_counts
from bpetui.core.options import ALPHABETS, MAX_COUNT, TIES, AlphabetName, Options, Ties
from bpetui.core.run_tokenizer import EndedRun, RunTokenizer
from bpetui.core.splitting import NO_SPLIT, Split, split_custom, split_named
from bpetui.core.streaming_decoder import StreamingDecoder
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import Tokenizer as NativeTokenizer
from bpetui.core.trainer import no_garbage_collection
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
"""Some of a tokenizer's special tokens, or all of them."""

Corpora = str | Mapping[str, int]
"""What merges are learned from: a text, or words with their counts."""

Token = str | bytes
"""A token by its text, or by its bytes."""


def load(
    name_or_path: str | os.PathLike[str], split: str | Split | None = None, pattern: str | None = None
) -> Tokenizer:
    """Load the tokenizer at a path, or of a name such as ``cl100k_base``, or that a model such as ``gpt-4o`` uses.

    ``split`` (a name, or a `Split`) or ``pattern`` (a regular expression) says how a text is cut into words, where the
    file does not say it. Nothing is downloaded. Raises `BpetuiError` if there is no such tokenizer, or it is damaged.
    """
    loaded = lookup.load(os.fspath(name_or_path))
    tokenizer = loaded.tokenizer
    chosen = _split(split, pattern)
    if chosen is not None:
        if not isinstance(tokenizer, NativeTokenizer):
            raise UsageError(f"{loaded.name} cuts a text in a way of its own; leave out split and pattern")
        tokenizer = tokenizer.with_split(chosen)
    return Tokenizer(tokenizer, loaded.name, loaded.notes)


def train(
    corpus: Corpora,
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
    """Learn a tokenizer with a vocabulary of ``size``: the alphabet and the merges, special tokens excluded.

    ``corpus`` is a text, or a mapping of words to their counts. The options are those of `Trainer`. The tokenizer is
    smaller if the corpus allows no more merges. Raises `BpetuiError` for what cannot be or contradicts itself.
    """
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
            raise UsageError(
                f"the size is a whole number from {start:,} (the {alphabet} of the corpus) to {MAX_VOCABULARY:,}, "
                f"not {size}"
            )
        trainer.seek(size - start)
        return trainer.tokenizer()


class Trainer(trainer.Trainer):
    """Learns merges one at a time, forward (`step`) and back (`back`), by the rule or by choice (`choose`).

    ``merges`` are those made, ``vocabulary`` holds the bytes of their tokens, and `ranking` gives the pairs by count.
    """

    def __init__(
        self,
        corpus: Corpora,
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
        """Count the pairs of a text, or of words with their counts.

        - ``split``: a name such as ``gpt2`` or a `Split`, ``pattern``: a regular expression; merges never cross the
          words that they make (default: the whole text is one word)
        - ``normalize``: the Unicode normal form of the corpus: ``none``, ``nfc``, ``nfd``, ``nfkc``, ``nfkd``
        - ``special``: special tokens, which are kept whole and out of all merges
        - ``alphabet``: what the vocabulary starts with, the ``bytes`` or the ``characters`` of the corpus;
          ``end_of_word``: with characters, the mark that ends each word
        - ``ties``: which of the pairs with the highest count is merged: the one that occurs ``first``, or the one with
          the ``smallest-id``
        - ``min_count``: pairs that occur fewer times are not merged; ``max_token_bytes``: no token gets longer;
          ``whole_characters``: no token holds a part of a character beside anything else
        - ``vetoes``: pairs of tokens that are never merged

        Raises `BpetuiError` for what cannot be or contradicts itself.
        """
        if isinstance(special, str):
            raise UsageError(f"the special tokens {special!r} are one string; give a list of strings")
        if normalize not in NORMALIZATIONS:
            raise UsageError(f"there is no normal form {normalize!r}; there are {', '.join(NORMALIZATIONS)}")
        if alphabet not in ALPHABETS:
            raise UsageError(f"there is no alphabet {alphabet!r}; there are {', '.join(ALPHABETS)}")
        if ties not in TIES:
            raise UsageError(f"there is no rule {ties!r} for ties; there are {', '.join(TIES)}")
        options = Options(
            _split(split, pattern) or NO_SPLIT,
            normalize,
            alphabet,
            end_of_word,
            ties,
            min_count,
            max_token_bytes,
            whole_characters,
        ).with_special(special)
        options.check()
        super().__init__(_corpus(corpus, options))
        for left, right in vetoes:
            self.veto((_bytes(left), _bytes(right)))

    def tokenizer(self) -> Tokenizer:
        """The tokenizer of the merges made by now; special tokens have the ids behind them.

        No file holds one of characters. It encodes only texts of the characters that the corpus has.
        """
        pairs, options, alphabet = [*self.vocabulary.pairs], self.corpus.options, self.corpus.alphabet
        if options.alphabet == "bytes":
            return Tokenizer(TrainingResult(pairs, options, len(self.vocabulary)).tokenizer(), "trained")
        return Tokenizer(RunTokenizer(EndedRun(options, alphabet, pairs)), "trained")


class Tokenizer:
    """Makes tokens of a text, and a text of tokens. `load` and `train` give one; it can be pickled at any time.

    ``name`` is what it was loaded by, ``notes`` are phrases on what is odd about it, which go after the name.
    """

    def __init__(self, tokenizer: AnyTokenizer, name: str, notes: tuple[str, ...] = ()) -> None:
        self._tokenizer = tokenizer
        self.name, self.notes = name, notes

    def __repr__(self) -> str:
        return f"<bpetui.Tokenizer {visible(self.name)} with {len(self)} tokens>"

    def __len__(self) -> int:
        """How many tokens there are, special ones among them."""
        return len(self._tokenizer)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens."""
        return self._tokenizer.special_tokens

    @property
    def split(self) -> Split | None:
        """How a text is cut into words; None where that is not known, or is the business of another package."""
        return self._tokenizer.split if isinstance(self._tokenizer, NativeTokenizer) else None

    def encode(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> list[int]:
        """The token ids of a text. A lone surrogate in it becomes U+FFFD.

        Special tokens are as in tiktoken: those that are allowed are found in the text; one that is disallowed, by
        default any other, must not be in it; any that is neither is plain text.

        Raises `BpetuiError` for a disallowed special token in the text, and if the split is not known.
        """
        allowed = self._allowed(text, allowed_special, disallowed_special)
        if isinstance(self._tokenizer, NativeTokenizer):
            return self._tokenizer.encode(text, allowed)
        return [*self._tokenized(text, allowed).ids]

    def tokenize(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> Tokenization:
        """The tokens of a text: their ids, the bytes that they stand for, and where each starts and stops.

        Special tokens are as in `encode`, and it raises as that does.
        """
        return self._tokenized(text, self._allowed(text, allowed_special, disallowed_special))

    def _tokenized(self, text: str, allowed: Collection[str]) -> Tokenization:
        found = self._tokenizer.tokenize(text, allowed)
        if UNKNOWN in found.ids:
            start, stop = found.spans[found.ids.index(UNKNOWN)]
            unknown = visible(found.text.encode()[start:stop].decode(), space=SPACE)
            raise BpetuiError(f"the text holds the character {unknown}, which is not in the alphabet of the tokenizer")
        return found

    def _allowed(self, text: str, allowed: SpecialTokens, disallowed: SpecialTokens) -> Collection[str]:
        """The special tokens to be found in a text."""
        if isinstance(self._tokenizer, NativeTokenizer) and self._tokenizer.split is None:
            raise BpetuiError(f"{visible(self.name)} does not say how a text is split; load it with split= or pattern=")
        special = self.special_tokens
        found = _tokens("allowed_special", allowed, special)
        for token in _tokens("disallowed_special", disallowed, [each for each in special if each not in found]):
            if token and token in text:
                shown = visible(token, space=SPACE)
                raise BpetuiError(
                    f"the text holds the special token {shown}; allow it with allowed_special, or take it as plain "
                    "text with disallowed_special=()"
                )
        return found

    def decode(self, ids: Iterable[int]) -> str:
        """The text that tokens stand for; bytes that are not UTF-8 become U+FFFD.

        Raises `BpetuiError` for an id that there is not.
        """
        return self.decode_bytes(ids).decode(errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes that tokens stand for, joined. Raises as `decode` does."""
        return self._tokenizer.decode(ids)

    def token(self, token_id: int) -> bytes:
        """The bytes that a token stands for, to be fed to a `StreamingDecoder` for one. Raises as `decode` does."""
        return self._tokenizer.token(token_id)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,  # noqa: A002 - its name on the command line
        force: bool = False,
    ) -> tuple[str, ...]:
        """Write it to a file, or to a folder in GPT-2's format, over what is there with ``force``.

        ``format`` is one of ``minbpe``, ``tiktoken``, ``gpt2``, ``huggingface``; without it the end of the name says
        it, as on the command line. Returns sentences on what the file does not hold, the split for one. Raises
        `BpetuiError`, by name, for anything else that the format cannot hold, and where it cannot be written.
        """
        target = Path(path)
        if not isinstance(self._tokenizer, NativeTokenizer):
            raise BpetuiError(f"{visible(self.name)} cannot be written: no format holds a tokenizer of its kind")
        if format is not None:
            into = format_named(format)
        else:
            into = FORMATS["gpt2"] if target.is_dir() else format_for(os.fspath(path))
        if not force and target.exists():
            raise BpetuiError(f"{visible(str(target))} exists already; write over it with force=True")
        files, not_held = export_tokenizer(self._tokenizer, into)
        write_files(target, files, force=force)
        return tuple(f"the {into.name} format does not hold {each.what}" for each in not_held)


def _split(split: str | Split | None, pattern: str | None) -> Split | None:
    """The split that was asked for, if one was."""
    if pattern is not None:
        if split is not None:
            raise UsageError("split and pattern both say how a text is split; leave out one")
        return split_custom(pattern)
    return split_named(split) if isinstance(split, str) else split


def _tokens(argument: str, asked: SpecialTokens, every: Collection[str]) -> Collection[str]:
    """The special tokens that an argument names."""
    if asked == "all":
        return every
    if isinstance(asked, str):
        raise UsageError(f"{argument} is the string {asked!r}; give a set of strings, or 'all'")
    return asked


def _corpus(corpus: Corpora, options: Options) -> Corpus:
    if isinstance(corpus, str):
        return Corpus.of_text(normalized(without_surrogates(corpus)[0], options.normalization).encode(), options)
    for word, count in corpus.items():
        if not word or not 1 <= count <= MAX_COUNT:
            raise UsageError(f"the word {visible(word)!r} has the count {count}; words hold something and occur")
    words: dict[str, int] = {}
    for word, count in corpus.items():
        text = without_surrogates(word)[0]
        words[text] = words.get(text, 0) + count
    return Corpus.of_table(normalized_counts(words, options.normalization), options)


def _bytes(token: Token) -> bytes:
    return token if isinstance(token, bytes) else without_surrogates(token)[0].encode()
