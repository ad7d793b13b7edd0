"""The program speaks plain American English, and has one word for each thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "bpetui").rglob("*.py"))

INSTEAD = {
    r"\|V\|": "vocab, or vocabulary size",
    r"\bvocabular(?:y|ies) of \d": "vocabulary size",
    r"\bleast count\b": "minimum count",
    r"\bunseen text\b": "held-out text",
    r"\b(?:bytes|characters|tokens) an? (?:token|byte|word|character)\b(?! takes)": "per token, per byte, ...",
    r"\bmet first\b": "occurs first",
    r"\bcuts? (?:with|by|it|a text|the text|texts)\b": "splits, or tokenizes",
    r"\b(?:is|are|be) cut (?:into words|with|by)\b": "split",
    r"\blearn(?:s|ed|ing)? (?:from|merges)\b": "trained on, or train",
    r"\bcomes? to (?:its|the|their) tokens\b": "builds the tokens",
    r"\bstands?\b(?! for)": "is, or occurs",
    r"\bbeside\b": "next to",
    r"\b(?:of which|from which nothing|for whom|to whom)\b": "a sentence of its own",
    r"\blest\b": "so that ... not",
    r"\bfor want of\b": "without, or out of",
    r"\bis (?:said|told)\b": "the program says ...",
    r"\b(?:norm|token|recogn|organ|initial|summar|serial|optim)is(?:e|ed|es|ing|ation)\b": "-ize",
    r"\b(?:colour|behaviour|neighbour|favour|licence|centre|catalogue|grey)\w*\b": "American spelling",
    r"\b(?:cancelled|labelled|modelled|travelled|spelt|learnt)\b": "American spelling",
}
"""Words that sentences avoid, and the term of the field or the plain word to use."""


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that have several words, with their lines; docstrings are not among them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            if id(node) in docstrings or id(node) in bare:
                continue
            text = node.value
        else:
            continue
        if re.search(r"[A-Za-z] +[A-Za-z]", text):
            yield node.lineno, text


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_sentences_use_the_terms_of_the_field(path: Path) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r}: say {better}"
        for line, text in sentences(path)
        for pattern, better in INSTEAD.items()
        if (match := re.search(pattern, text, re.IGNORECASE))
    ]
    assert not found, "\n".join(found)


BRITISH = [pattern for pattern, better in INSTEAD.items() if better in {"-ize", "American spelling"}]


@pytest.mark.parametrize("path", [*SOURCES, ROOT / "README.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_spelling_is_american_in_code_and_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [match[0] for pattern in BRITISH for match in re.finditer(pattern, text, re.IGNORECASE)] == []
