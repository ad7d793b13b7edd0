"""The values of the settings form."""

from bpetui.core.options import Options
from bpetui.core.splitting import split_named
from bpetui.tui.run.settings import Settings


def test_values_are_those_of_all_options_and_the_held_out_text() -> None:
    values = Settings(Options(split_named("gpt2"), min_count=3), "notes.txt").values
    assert (values["split"], values["min_count"], values["held_out"]) == ("gpt2", 3, "notes.txt")


def test_settings_without_a_held_out_text_have_an_empty_name() -> None:
    assert Settings(Options(), "").values["held_out"] == ""
