"""Actions wait for the corpus that was asked for last."""

from bpetui.core.vocabulary import Merge
from bpetui.tui.run.pending_corpus import PendingCorpus

MERGE = Merge(1, 97, 98, 256, 2, 1, False, 2)


def test_actions_wait_until_the_corpus_is_loaded_and_shown() -> None:
    pending, done = PendingCorpus(), list[str]()
    pending.when_shown(lambda: done.append("first"))
    pending.when_shown(lambda: done.append("second"))
    pending.shown()  # pairs of the corpus before
    assert (pending.is_pending, done) == (True, [])
    pending.loaded()
    assert pending.is_pending
    pending.shown()
    assert (pending.is_pending, done) == (False, ["first", "second"])
    pending.shown()
    assert done == ["first", "second"]


def test_actions_on_a_shown_corpus_are_done_at_once() -> None:
    pending, done = PendingCorpus(), list[str]()
    pending.loaded()
    pending.shown()
    pending.when_shown(lambda: done.append("now"))
    assert done == ["now"]


def test_another_corpus_drops_what_waited() -> None:
    pending, done = PendingCorpus(), list[str]()
    pending.when_shown(lambda: done.append("old"))
    pending.begin((MERGE,))
    assert pending.restored == (MERGE,)
    pending.loaded()
    pending.shown()
    assert done == []


def test_giving_up_drops_what_waited_and_the_merges() -> None:
    pending, done = PendingCorpus(), list[str]()
    pending.begin((MERGE,))
    pending.when_shown(lambda: done.append("old"))
    pending.give_up()
    assert (pending.is_pending, pending.restored) == (False, ())
    pending.when_shown(lambda: done.append("now"))
    assert done == ["now"]
