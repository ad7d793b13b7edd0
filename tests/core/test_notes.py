"""A note is a whole sentence once the name of its file is known."""

import pickle

from bpetui.core.notes import Note, sentences

BOM = Note("{name} begins with a BOM")


def test_the_name_is_the_subject_of_the_sentence() -> None:
    assert BOM.about("a\x1b.txt") == "a␛.txt begins with a BOM"
    assert sentences([BOM, BOM], "it") == ("it begins with a BOM",) * 2


def test_values_with_braces_are_kept() -> None:
    note = Note.with_values("{name} has the token {token} (id {id})", token="{name}{0}", id=7)
    assert note.about("{x}") == "{x} has the token {name}{0} (id 7)"


def test_a_number_chooses_the_sentence() -> None:
    one, many = "{name} has {n} {thing}", "{name} has {n} {thing}s"
    assert Note.plural(1, one, many, thing="word").about("x") == "x has 1 word"
    assert Note.plural(1234, one, many, thing="word").about("x") == "x has 1,234 words"


def test_notes_are_equal_by_their_content_and_can_be_pickled() -> None:
    note = Note.with_values("{name} has {n}", n=1)
    assert pickle.loads(pickle.dumps(note)) == note == Note.with_values("{name} has {n}", n="1")
    assert note != BOM
