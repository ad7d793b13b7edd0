"""What the app knows of a run is what the trainer's process did, whatever was merged, undone and chosen."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bpetui.core.corpus import Corpus
from bpetui.core.encoding import Encoder
from bpetui.core.trainer import BpeTrainer
from bpetui.core.vocabulary import Merge
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import RunProgress
from tests.reference import encode
from tests.sample_corpora import corpus_of, opened_of
from tests.tui.sample_texts import fewer


def run_on(corpus: Corpus, target: int = 100) -> RunState:
    return RunState(opened_of(corpus), 256 + target)


def spelled_out(token_id: int, merges: list[Merge]) -> bytes:
    """The bytes of a token, by the merges that made it."""
    if token_id < 256:
        return bytes([token_id])
    merge = merges[token_id - 256]
    return spelled_out(merge.left, merges) + spelled_out(merge.right, merges)


class Following(RuleBasedStateMachine):
    """A trainer that is worked, a run that is told of it now and then, and two plain lists as the model."""

    @initialize(text=st.text("ab ", max_size=30) | st.text(max_size=10), split=st.sampled_from(["none", "gpt2"]))
    def open(self, text: str, split: str) -> None:
        self.text = text.encode(errors="replace").decode()
        corpus = corpus_of(self.text, split)
        self.trainer = BpeTrainer(corpus)
        self.run = run_on(corpus)
        self.told = 0
        self.made: list[Merge] = []
        self.undone: list[Merge] = []  # the next one last

    @rule(times=st.integers(1, 5))
    def step(self, times: int) -> None:
        for _ in range(times):
            if merge := self.trainer.step():
                self.made.append(merge)
                if self.undone:
                    self.undone.pop()

    @rule(times=st.integers(1, 5))
    def back(self, times: int) -> None:
        for _ in range(times):
            if self.told < self.trainer.made:
                self.tell()  # none is ever left out
            if self.trainer.back():
                self.undone.append(self.made.pop())
            self.told = self.trainer.made

    @rule(rank=st.integers(0, 50))
    def choose(self, rank: int) -> None:
        ranking = self.trainer.ranking(0, self.trainer.pair_count)
        if ranking:
            pair = ranking[rank % len(ranking)]
            self.made.append(self.trainer.choose(pair.left, pair.right))
            self.undone.clear()
            self.tell()

    @rule(moving=st.booleans())
    def tell(self, moving: bool = False) -> None:
        trainer = self.trainer
        merges = tuple(trainer.merges[self.told :])
        self.run.update(RunProgress(trainer.made, len(trainer.undone), trainer.tokens, self.told + 1, merges, moving))
        self.told = trainer.made
        assert self.run.moving == moving
        self.check()

    def check(self) -> None:
        run, known = self.run, [*self.made, *reversed(self.undone)]
        assert run.merges == known
        assert run.made == len(self.made)
        assert run.tokens == self.trainer.tokens
        assert run.vocab_size == 256 + len(self.made)
        assert run.last == (self.made[-1] if self.made else None)
        pairs = [(merge.left, merge.right) for merge in known]
        assert run.vocabulary.pairs == pairs
        for token_id in range(250, 256 + len(known)):
            assert run.knows(token_id)
            assert run.token(token_id) == run.vocabulary[token_id] == spelled_out(token_id, known)
        assert not run.knows(256 + len(known))
        del pairs[run.made :]
        words = run.opened.options.split.words(self.text)
        encoder = Encoder(run.opened.options.split, run.model)
        assert encoder.encode(self.text) == [token for word in words for token in encode(word.encode(), pairs)]

    @invariant()
    def the_target_stays(self) -> None:
        if hasattr(self, "run"):
            assert self.run.target == 100


TestFollowing = Following.TestCase
TestFollowing.settings = fewer(4)


def test_a_long_token_is_known_also_when_it_is_undone() -> None:
    # aa, aaa, aaaa, ...: each token is the one before and a byte.
    run = run_on(corpus_of("a" * 10, "none"))
    lefts = [97, *range(256, 3255)]
    made = tuple(Merge(number, left, 97, 255 + number, 1, 1, False, 1) for number, left in enumerate(lefts, 1))
    run.update(RunProgress(3000, 0, 1, 1, made, False))
    run.update(RunProgress(0, 3000, 10, 1, (), False))
    assert run.last is None
    assert run.vocabulary[3255] == b"a" * 3001
    assert set(run.token(3255)) == {ord("a")}


def test_a_merge_of_another_pair_cuts_off_what_was_undone() -> None:
    run = run_on(corpus_of("abab", "none"))
    first, second = Merge(1, 97, 98, 256, 2, 1, False, 2), Merge(2, 256, 256, 257, 1, 1, False, 1)
    other = Merge(1, 98, 97, 256, 1, 1, True, 3)
    run.update(RunProgress(2, 0, 1, 1, (first, second), False))
    run.update(RunProgress(0, 2, 4, 1, (), False))
    assert run.merges == [first, second]
    run.update(RunProgress(1, 0, 3, 1, (other,), False))
    assert run.merges == [other]
    assert run.token(256) == b"ba"
    assert not run.knows(257)
