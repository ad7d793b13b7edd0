"""`Trainer`, which makes merges one at a time, and `train`, which makes as many as a vocabulary needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bpetui.api.tokenizer import Tokenizer, chosen_split
from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.core.argument_checks import (
    flag,
    ordered_strings,
    string,
    token_pair,
    token_pairs,
    whole_number,
    wrong_type,
)
from bpetui.core.constraints import Veto
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.normalization import NORMALIZATIONS, normalized, normalized_counts
from bpetui.core.options import ALPHABETS, MAX_COUNT, TIES, AlphabetName, Options, Ties
from bpetui.core.run_tokenizer import FixedRun, RunTokenizer
from bpetui.core.splitting import NO_SPLIT, Split
from bpetui.core.trainer import MOST_TIED, BpeTrainer, Ended, RankedPair, no_garbage_collection
from bpetui.core.utf8 import SPACE, visible, without_surrogates
from bpetui.core.vocabulary import Merge
from bpetui.formats.export import TrainingResult

CorpusInput = str | Mapping[str, int]
"""A corpus to train on: a text, or words and their counts."""

Token = str | bytes
"""A token, as text or as bytes."""


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
        start = trainer.size
        if not start <= size <= MAX_VOCABULARY:
            least, most = f"{start:,}", f"{MAX_VOCABULARY:,}"
            raise UsageError(f"the size must be from {least} (the {alphabet} of the corpus) to {most}, not {size}")
        trainer.seek(size - start)
        return trainer.tokenizer()


class Trainer:
    """A trainer that makes merges one at a time (`step`), undoes them (`back`), and merges any pair (`choose`).

    It can be pickled between merges.
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
            chosen_split(split, pattern) or NO_SPLIT,
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
        self._trainer = BpeTrainer(_corpus(corpus, options))
        for veto in checked_vetoes:
            self.veto(veto)

    def __repr__(self) -> str:
        return f"<bpetui.Trainer with {self.made} merges and {self.size} tokens>"

    # -- Queries -------------------------------------------------------------------------------------------------------

    @property
    def merges(self) -> Sequence[Merge]:
        """The merges made, in order."""
        return self._trainer.merges

    @property
    def undone(self) -> Sequence[Merge]:
        """The merges undone, which `step` makes again; the next one is the last."""
        return self._trainer.undone

    @property
    def made(self) -> int:
        """The number of merges made."""
        return self._trainer.made

    @property
    def limit(self) -> int:
        """The largest possible number of merges."""
        return self._trainer.limit

    @property
    def size(self) -> int:
        """The size of the vocabulary now: base symbols plus merges, special tokens excluded."""
        return len(self._trainer.vocabulary)

    @property
    def tokens(self) -> int:
        """The number of tokens in the corpus now."""
        return self._trainer.tokens

    @property
    def pair_count(self) -> int:
        """The number of different pairs in the corpus now."""
        return self._trainer.pair_count

    @property
    def ended(self) -> Ended:
        """Why training ended, if `step` makes no more merges.

        ``exhausted``: no allowed pair remains; ``minimum-count``: all remaining pairs are below the minimum count.
        """
        return self._trainer.ended

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` for an unknown id."""
        try:
            return self._trainer.vocabulary[whole_number("token_id", token_id)]
        except IndexError:
            raise BpetuiError(f"there is no token with the id {token_id}") from None

    def next_pair(self) -> RankedPair | None:
        """Return the pair that `step` would merge now; None if it would make no merge."""
        return self._trainer.next_pair()

    def ranking(self, start: int, stop: int, keep: Callable[[int, int], bool] | None = None) -> list[RankedPair]:
        """Return the pairs ranked ``start`` to ``stop`` (from 0), best first, forbidden pairs included.

        ``keep`` is a test on the two token ids: only pairs that pass it are ranked.
        """
        start, stop = max(0, whole_number("start", start)), max(0, whole_number("stop", stop))
        if keep is not None and not callable(keep):
            raise wrong_type("keep", "a function of two token ids", keep)
        return self._trainer.ranking(start, stop, keep)

    def tied_pairs(self, most: int = MOST_TIED) -> list[tuple[int, int]]:
        """Return the pairs of token ids that tie for the highest count, best first, at most ``most``."""
        return self._trainer.tied_pairs(most) if whole_number("most", most) > 0 else []

    def ties(self, count: int) -> int:
        """Return how many different allowed pairs have this count in the corpus now."""
        return self._trainer.ties(whole_number("count", count))

    def count(self, left: int, right: int) -> int:
        """Return the count of a pair of token ids in the corpus now, overlaps included."""
        return self._trainer.count(whole_number("left", left), whole_number("right", right))

    def change(self, left: int, right: int) -> int:
        """Return the change of a pair's count by the last merge; 0 before the first merge."""
        return self._trainer.change(whole_number("left", left), whole_number("right", right))

    # -- Merges --------------------------------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make the next merge: the last one undone, or the best pair. Return None if there is none: see `ended`."""
        return self._trainer.step()

    def back(self) -> Merge | None:
        """Undo the last merge exactly, and return it; `step` makes it again. Return None if there is none."""
        return self._trainer.back()

    def seek(self, number: int) -> None:
        """Undo or make merges until there are ``number``, or no pair is left to merge; at least back to the start."""
        self._trainer.seek(whole_number("number", number))

    def choose(self, left: int, right: int) -> Merge:
        """Merge this pair of token ids, whatever its rank, and discard all undone merges.

        Raises `BpetuiError` if the pair does not occur in the corpus, or is forbidden.
        """
        return self._trainer.choose(whole_number("left", left), whole_number("right", right))

    # -- Vetoes --------------------------------------------------------------------------------------------------------

    @property
    def vetoes(self) -> list[Veto]:
        """The vetoes, oldest first, each two tokens as bytes."""
        return self._trainer.vetoes

    def veto(self, veto: tuple[Token, Token]) -> None:
        """Forbid the merge of two tokens, given as text or as bytes, until `allow`.

        An undone merge of them is not made again, and all merges after it are discarded. Raises `BpetuiError` if the
        two tokens cannot be adjacent in the corpus, however it is tokenized.
        """
        self._trainer.veto(_in_bytes(token_pair("veto", veto)))

    def allow(self, veto: tuple[Token, Token]) -> None:
        """Remove a veto, if there is one."""
        self._trainer.allow(_in_bytes(token_pair("veto", veto)))

    # -- Result --------------------------------------------------------------------------------------------------------

    def tokenizer(self) -> Tokenizer:
        """Return the tokenizer of the merges made so far; special tokens have the ids after them.

        A tokenizer with an alphabet of characters cannot be saved, and encodes only the characters of the corpus.
        """
        corpus, pairs = self._trainer.corpus, [*self._trainer.vocabulary.pairs]
        options, alphabet = corpus.options, corpus.alphabet
        if options.alphabet == "bytes":
            return Tokenizer(TrainingResult(pairs, options, self.size).tokenizer(), "trained")
        return Tokenizer(RunTokenizer(FixedRun(options, alphabet, pairs)), "trained")


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
