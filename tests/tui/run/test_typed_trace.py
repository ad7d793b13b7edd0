"""The trace of a typed text: its heading, the merge of each step, and what follows."""

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import NO_SPLIT
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.typed_trace import WORD_BORDER, TypedTrace
from tests.tui.run.run_states import run_after
from tests.tui.sample_tokenizers import WordPiece, tokenizer_from_merges, tokenizer_from_ranks


def trace_of(text: str, tokenizer: object | None = None) -> TypedTrace:
    """The trace of a text, by default with the merges he, hel, hell, hello."""
    return TypedTrace.from_text(text, tokenizer or tokenizer_from_merges(), "toy", 1)  # type: ignore[arg-type]


def test_the_start_has_no_merges() -> None:
    trace = trace_of("hello")
    assert trace.heading(0) == "Start: 5 tokens, no merges yet"
    assert trace.description(0) == "Each step merges one pair everywhere"
    assert trace.next(0) == "Next: h + e → he"


def test_each_step_names_its_merge_and_its_places() -> None:
    trace = trace_of("hello hel")
    assert trace.last == 4
    assert trace.heading(1) == "Step 1 of 4: 7 tokens"
    assert trace.description(1) == "h + e → he · id 256, merge 1 · at 2 places"
    assert trace.next(3) == "Next: hell + o → hello"
    assert trace.description(4) == "hell + o → hello · id 259, merge 4 · at 1 place"


def test_several_words_have_borders() -> None:
    trace = trace_of("hello hel")
    assert (
        trace.description(0) == f"Each step merges one pair everywhere, but never across {WORD_BORDER} (end of a word)"
    )
    assert trace.next(trace.last) == "End: no pair within a word can be merged"
    assert trace_of("hello").next(4) == "End: no pair can be merged"


def test_a_text_without_pairs_has_no_steps() -> None:
    trace = trace_of("xyz")
    assert (trace.last, trace.next(0)) == (0, "No pair of this text can be merged")


def test_ranks_are_named_as_ranks() -> None:
    trace = trace_of("hell", tokenizer_from_ranks(NO_SPLIT))
    assert trace.ranks
    assert trace.description(1) == "h + e → he · id and rank 256 · at 1 place"


def test_a_whole_word_that_no_merge_makes_is_one_step() -> None:
    trace = trace_of("xyz", tokenizer_from_ranks(NO_SPLIT))
    assert trace.description(1) == "x + y + z → xyz · id 261 · 1 whole word is this token"


def test_a_run_is_traced_with_the_merges_made() -> None:
    trace = trace_of("aaab", RunStateTokenizer(run_after(2)))
    assert not trace.ranks
    assert trace.heading(trace.last) == "Step 2 of 2: 2 tokens"


def test_a_tokenizer_without_merges_is_refused_with_its_reason() -> None:
    with pytest.raises(BpetuiError, match="the merges of toy cannot be traced: its model is WordPiece"):
        trace_of("unable", WordPiece())
