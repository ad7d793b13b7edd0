"""The tokenizers to choose from: the run's, those of files, and the published ones."""

from bpetui.core.notes import Note
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS
from bpetui.formats.registry import LoadedTokenizer
from bpetui.formats.tokenizer_list import ListedTokenizer
from bpetui.tui.run.offers import LOADED, MISSING, THIS_RUN, offers
from tests.tui.run.run_states import run_after
from tests.tui.sample_tokenizers import loaded

GPT2, *_ = (known for known in KNOWN_TOKENIZERS if known.name == "gpt2")


def test_the_run_is_offered_first_with_its_vocabulary() -> None:
    first, *others = offers(run_after(3), {}, [])
    assert (first.name, first.title, first.where, first.is_here) == ("", THIS_RUN, "259 tokens", True)
    assert not others
    assert offers(None, {}, [])[0].where == ""


def test_a_loaded_file_is_offered_with_its_size_and_notes() -> None:
    _, offer = offers(None, {"toy": loaded(None, "toy", Note("{name} has an empty token"))}, [])
    assert (offer.name, offer.where) == ("toy", LOADED)
    assert offer.about == "261 tokens, minbpe"
    assert offer.more == "261 tokens; it has an empty token"


def test_a_name_of_a_file_is_made_visible() -> None:
    _, offer = offers(None, {"a\x1bb": loaded(None, "a\x1bb")}, [])
    assert (offer.name, offer.title) == ("a\x1bb", "a␛b")


def test_a_published_tokenizer_says_where_it_is() -> None:
    _, offer = offers(None, {}, [ListedTokenizer(GPT2, "your folder", "/data/gpt2")])
    assert (offer.name, offer.where, offer.is_here) == ("gpt2", "your folder", True)
    assert offer.more.startswith("your folder: /data/gpt2")


def test_a_published_tokenizer_in_a_package_names_the_package() -> None:
    _, offer = offers(None, {}, [ListedTokenizer(GPT2, "the package gpt3", "/lib/gpt3", "gpt3")])
    assert offer.where == "gpt3"


def test_a_missing_tokenizer_says_how_to_get_it() -> None:
    _, offer = offers(None, {}, [ListedTokenizer(GPT2)])
    assert (offer.where, offer.is_here) == (MISSING, False)
    assert offer.more.startswith("to get it: ")


def test_a_loaded_published_tokenizer_is_offered_once() -> None:
    found = offers(None, {"gpt2": LoadedTokenizer(loaded().tokenizer, "gpt2", "tiktoken")}, [ListedTokenizer(GPT2)])
    assert [(offer.name, offer.where, offer.is_here) for offer in found[1:]] == [("gpt2", LOADED, True)]
