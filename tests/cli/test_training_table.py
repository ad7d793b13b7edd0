"""The merges of ``bpetui train`` as a table."""

from pathlib import Path

from tests.cli.conftest import Run


def test_large_counts_keep_the_columns_apart(run: Run, tmp_path: Path) -> None:
    (tmp_path / "large.tsv").write_text(f"ab\t{2**62}\n")
    [_, row] = run("train", "large.tsv", "--word-counts").out.splitlines()
    assert row.split() == ["1", "256", "97", "98", f"{2**62:,}", "1", "ab"]


def test_a_long_token_is_cut_in_its_row(run: Run) -> None:
    rows = run("train", "-", stdin=b"a" * 1000).out.splitlines()
    assert rows[-1].endswith("  " + "a" * 59 + "…")
    assert max(map(len, rows)) < 120
