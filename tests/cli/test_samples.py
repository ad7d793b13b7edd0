"""``bpetui samples``: the list of samples."""

import json

from bpetui.files.samples import samples
from tests.cli.conftest import Run


def test_the_list_is_in_columns(run: Run) -> None:
    ended = run("samples")
    assert (ended.status, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert [line.split()[0] for line in lines] == [sample.name for sample in samples()]
    assert len({line.index(" bytes ") for line in lines}) == 1
    assert max(map(len, lines)) <= 80


def test_json_is_a_list_of_objects(run: Run) -> None:
    listed = json.loads(run("samples", "--json").out)
    assert [entry["name"] for entry in listed] == [sample.name for sample in samples()]
    toy = next(entry for entry in listed if entry["name"] == "aaabdaaabac")
    assert toy == {
        "name": "aaabdaaabac",
        "bytes": 11,
        "title": "Toy: aaabdaaabac",
        "about": "The classic worked example: watch its first three merges.",
    }
