"""A source says where a text comes from."""

from bpetui.files.samples import samples
from bpetui.files.source import Source


def test_a_sample_is_a_source_in_utf_8_and_may_be_a_table() -> None:
    sources = {each.name: Source.from_sample(each) for each in samples()}
    assert sources["chinese"] == Source("chinese.txt", sources["chinese"].path, None, "utf-8", is_table=False)
    assert [name for name, source in sources.items() if source.is_table] == [
        each.name for each in samples() if each.is_table
    ]
    assert any(source.is_table for source in sources.values())
    assert all(source.path and source.path.is_file() for source in sources.values())
