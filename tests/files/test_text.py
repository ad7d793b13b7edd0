"""Texts are read unchanged and decoded strictly; everything else is an error with a sentence."""

import codecs
import os
import pickle
import re
import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import Note
from bpetui.files.text import BOM_NOTE, EncodingError, TextFile, decode, read_parts, read_text

VALID_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
TEXT_ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-7", "ascii", "cp1252", "shift_jis", "gb18030", "cp037"]
ADVICE = "repair the file, or use --encoding to name its encoding"


def refusal(path: Path | str, encoding: str = "utf-8") -> str:
    with pytest.raises(BpetuiError) as caught:
        read_text(path, encoding)
    return str(caught.value)


def refusal_of(data: bytes, encoding: str = "utf-8") -> str:
    with pytest.raises(BpetuiError) as caught:
        decode(data, "notes.txt", encoding)
    return str(caught.value)


# What is read


@pytest.mark.parametrize("text", ["", "a", "one\r\ntwo\rthree\n\n", "\0\x1b[31m\x7f", "床前明月光", "a\u2028b\x85c"])
def test_a_text_is_kept_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode())
    assert read_text(path) == read_text(str(path)) == TextFile("notes.txt", text.encode())


@given(VALID_TEXT.filter(lambda text: not text.startswith("\ufeff")))
def test_any_valid_utf8_is_text(text: str) -> None:
    assert decode(text.encode(), "standard input") == TextFile("standard input", text.encode())


def lone_surrogates(number: int) -> Note:
    """The note on lone surrogates that were replaced."""
    one = "{name} contained {n} lone surrogate, replaced by U+FFFD"
    return Note.plural(number, one, "{name} contained {n} lone surrogates, replaced by U+FFFD")


def test_a_bom_is_kept_and_noted() -> None:
    assert decode(codecs.BOM_UTF8 + b"a", "notes.txt") == TextFile("notes.txt", codecs.BOM_UTF8 + b"a", (BOM_NOTE,))


def test_a_named_encoding_is_used(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes("Học\n".encode("utf-16"))
    assert read_text(path, "utf-16") == TextFile("notes.txt", "Học\n".encode())
    assert decode(b"caf\xe9", "notes.txt", "latin-1").text == "café"


def test_lone_surrogates_become_replacement_characters_and_are_noted() -> None:
    assert decode(b"a+2AA-", "notes.txt", "utf-7").notes == (lone_surrogates(1),)
    assert decode(b"\\ud83d\\ude00", "notes.txt", "unicode_escape") == TextFile(
        "notes.txt", "\ufffd\ufffd".encode(), (lone_surrogates(2),)
    )


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    data = b"ab" * 100_000
    writer = threading.Thread(target=path.write_bytes, args=[data])
    writer.start()
    assert read_text(path).text.encode() == data
    writer.join()


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("a")
    (tmp_path / "link").symlink_to("notes.txt")
    assert read_text(tmp_path / "link") == TextFile("link", b"a")


def test_progress_goes_up_to_the_size(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(b"a" * 2_500_000)
    told: list[tuple[int, int]] = []
    read_text(path, progress=lambda done, total: told.append((done, total)))
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == (2_500_000, 2_500_000)


@pytest.mark.parametrize("reason", [KeyboardInterrupt(), BrokenPipeError("the reader has gone")])
def test_progress_can_stop_the_reading_with_an_error_of_its_own(tmp_path: Path, reason: BaseException) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(b"a" * 2_500_000)

    def stop(done: int, total: int) -> None:
        raise reason

    with pytest.raises(type(reason)) as caught:
        read_text(path, progress=stop)
    assert caught.value is reason


# What is not a text file


def test_a_missing_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert refusal("notes.txt") == "there is no file notes.txt"
    assert refusal("no/such/notes.txt") == "there is no file no/such/notes.txt"
    assert refusal("file/notes.txt") == "there is no file file/notes.txt"


def test_a_folder_is_no_text_file(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a folder, not a text file"
    assert refusal("") == ". is a folder, not a text file"


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/full"])
def test_a_device_is_refused_before_it_is_read(device: str) -> None:
    assert refusal(device) == f"{device} is a device or a socket, not a file"


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert refusal("socket") == "socket is a device or a socket, not a file"


def test_a_file_without_read_permission_is_an_error(common_folder: Callable[[], AbstractContextManager[None]]) -> None:
    Path("notes.txt").touch(mode=0)
    with common_folder():
        assert refusal("notes.txt") == "no permission to read notes.txt"


def test_a_denied_permission_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", denied)
    assert refusal("notes.txt") == "no permission to read notes.txt"


def test_an_invalid_file_name_is_an_error() -> None:
    assert refusal("a\0b") == "a␀b is not a valid file name"
    assert refusal("a\ud800b") == "aU+D800b is not a valid file name"
    assert refusal("a" * 5000) == "the file name is too long: " + "a" * 5000


def test_circular_links_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("link")
    assert refusal("link").startswith("cannot read link: Too many levels of symbolic links")


@pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="a file that opens and cannot be read is at hand on Linux"
)
def test_a_failed_read_is_an_error() -> None:
    assert refusal("/proc/self/mem") == "cannot read /proc/self/mem: Input/output error"


def test_names_are_made_visible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal("\x1b[31m\udcff") == "there is no file ␛[31mU+DCFF"
    Path("\x1b.txt").write_bytes(b"\xff")
    assert refusal("\x1b.txt").startswith("␛.txt is not UTF-8: byte 0xff")


# What does not decode


def test_the_first_byte_that_is_not_utf8_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_bytes(b"\n" * 30 + b"a" * 1174 + b"\xe9t\xe9\n")
    assert refusal("notes.txt") == (
        "notes.txt is not UTF-8: byte 0xe9 at offset 1204 (line 31); "
        "it looks like windows-1252: read it with --encoding windows-1252"
    )


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff", "byte 0xff at offset 0 (line 1)"),
        (b"\xed\xa0\x80", "byte 0xed at offset 0 (line 1)"),
        (b"\xc0\x80", "byte 0xc0 at offset 0 (line 1)"),
        (codecs.BOM_UTF8 + b"\n\x80", "byte 0x80 at offset 4 (line 2)"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "U8"])
def test_invalid_utf8_is_reported_with_its_place(data: bytes, place: str, encoding: str) -> None:
    assert refusal_of(data, encoding) == f"notes.txt is not UTF-8: {place}; {ADVICE}"


@pytest.mark.parametrize(
    ("data", "encoding", "place"),
    [
        (b"a\n\x81", "cp1252", "byte 0x81 at offset 2 (line 2)"),
        (b"\x80", "ascii", "byte 0x80 at offset 0 (line 1)"),
        (codecs.BOM_UTF8 + b"a\n\xff", "utf-8-sig", "byte 0xff at offset 5 (line 2)"),
        # The line is that of the text: U+0A0A holds no line end, though both its bytes are 0x0a.
        ("\u0a0a\n".encode("utf-16") + b"\x00\xd8a\x00", "utf-16", "byte 0x00 at offset 6 (line 2)"),
        (b"\n\xff", "shift_jis", "byte 0xff at offset 1 (line 2)"),
    ],
)
def test_invalid_bytes_of_another_encoding_are_reported_with_their_place(
    data: bytes, encoding: str, place: str
) -> None:
    assert refusal_of(data, encoding) == f"notes.txt is not {encoding}: {place}; {ADVICE}"


@pytest.mark.parametrize(
    ("data", "encoding", "place"),
    [
        (b"a\r\nb\xe6\x9c", "utf-8", "UTF-8 character: byte 0xe6 at offset 4 (line 2)"),
        ("床前".encode("gb18030")[:-1], "gb18030", "gb18030 character: byte 0xc7 at offset 2 (line 1)"),
        ("aé\n床".encode("utf-16")[:-1], "utf-16", "utf-16 character: byte 0x8a at offset 8 (line 2)"),
    ],
)
def test_a_text_that_ends_in_the_middle_of_a_character_is_reported_as_cut_off(
    data: bytes, encoding: str, place: str
) -> None:
    assert refusal_of(data, encoding) == f"notes.txt ends in the middle of a {place}; {ADVICE}"


def test_an_encoding_error_keeps_its_parts_when_it_is_pickled() -> None:
    error = pickle.loads(pickle.dumps(EncodingError("notes.txt is not UTF-8: byte 0xe9 at offset 1 (line 1)", "big5")))
    assert (str(error), error.problem, error.likely) == (
        "notes.txt is not UTF-8: byte 0xe9 at offset 1 (line 1); it looks like big5: read it with --encoding big5",
        "notes.txt is not UTF-8: byte 0xe9 at offset 1 (line 1)",
        "big5",
    )


def test_an_empty_name_of_an_encoding_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the name of the text encoding is empty; try utf-8"):
        read_text(tmp_path / "no-file.txt", "")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("text", ["", "a", "床前明月光"])
def test_a_wider_encoding_is_known_by_its_mark(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert refusal_of(data).endswith(f"it looks like {encoding}: read it with --encoding {encoding}")
    assert decode(data, "notes.txt", encoding).text == text


def test_the_other_byte_order_is_known_too() -> None:
    assert refusal_of(codecs.BOM_UTF16_BE + b"\0a").endswith("--encoding utf-16")
    assert refusal_of(codecs.BOM_UTF32_BE + b"\0\0\0a").endswith("--encoding utf-32")


@pytest.mark.parametrize(
    "encoding",
    ["nonsense", "hex", "rot13", "base64", "zlib", "idna", "punycode", "undefined", "a\0b", "\ud800", "../x"],
)
@pytest.mark.parametrize("data", [b"", b"a"])
def test_an_encoding_that_is_not_of_text_is_wrong_usage(encoding: str, data: bytes) -> None:
    with pytest.raises(UsageError, match="unknown text encoding"):
        decode(data, "notes.txt", encoding)


def test_an_unknown_encoding_is_an_error_before_the_file_is_read() -> None:
    with pytest.raises(UsageError, match="unknown text encoding nonsense"):
        read_text("no such file", "nonsense")


@given(st.binary(max_size=40), st.sampled_from(TEXT_ENCODINGS))
def test_bytes_are_text_or_refused_in_a_sentence(data: bytes, encoding: str) -> None:
    try:
        expected = data.decode(encoding)
    except UnicodeDecodeError:
        what = "UTF-8" if encoding == "utf-8" else encoding
        problems = (f"notes.txt is not {what}: byte 0x", f"notes.txt ends in the middle of a {what} character: byte 0x")
        assert refusal_of(data, encoding).startswith(problems)
    else:
        text = re.sub("[\ud800-\udfff]", "\ufffd", expected)
        assert decode(data, "notes.txt", encoding).data == text.encode()


@pytest.mark.parametrize("at", [(1 << 20) - 2, (1 << 20) - 1, 1 << 20])
def test_a_character_may_lie_across_any_two_parts_and_must_be_whole_at_the_end(at: int) -> None:
    data = b"a" * at + "月".encode() * 2
    assert decode(data, "notes.txt").data == data
    for cut in (1, 2):
        assert f"byte 0xe6 at offset {at + 3} (line 1)" in refusal_of(data[:-cut])


def test_a_bom_is_noted_before_lone_surrogates() -> None:
    file = decode(b"\\ufeff\\ud83da", "notes.txt", "unicode_escape")
    assert file == TextFile("notes.txt", "\ufeff\ufffda".encode(), (BOM_NOTE, lone_surrogates(1)))


def test_a_pipe_without_data_yields_empty_parts(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    ends: list[int] = []
    opened = threading.Thread(target=lambda: ends.append(os.open(path, os.O_WRONLY)))
    opened.start()
    parts = read_parts(path)
    first = next(parts)
    opened.join()
    writing = ends[0]
    assert first == next(parts) == b"", "so that whoever reads can stop"
    os.write(writing, b"ab")
    os.close(writing)
    assert b"".join(parts) == b"ab"
