"""The encoding that a text is likely in, guessed from its bytes."""

from __future__ import annotations

import codecs
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.files.encoding_guess import likely_encoding

CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n"
TRADITIONAL = "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。\n"
JAPANESE = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。\n"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"
RUSSIAN = "Все люди рождаются свободными и равными в своём достоинстве и правах.\n— «Да», сказал он.\n"
UKRAINIAN = "Всі люди народжуються вільними і рівними у своїй гідності та правах.\n"
TURKISH = "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Işık, çağ, ağaç.\n"
VIETNAMESE = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.\n"
FRENCH = "Tous les êtres humains naissent libres et égaux en dignité et en droits. À l'été, « ça » va.\n"
GERMAN = "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Größe, Übermut, „Straße“.\n"
SPANISH = "¿Qué pasa, señor? Todos los seres humanos nacen libres e iguales en dignidad. ¡Mañana!\n"

LEGACY = [
    (CHINESE, "gb18030"),
    (TRADITIONAL, "big5"),
    (JAPANESE, "shift_jis"),
    (JAPANESE, "euc_jp"),
    (KOREAN, "euc_kr"),
    (RUSSIAN, "windows-1251"),
    (UKRAINIAN, "windows-1251"),
    (RUSSIAN.replace("«", '"').replace("»", '"').replace("—", "-"), "koi8-r"),
    (TURKISH, "windows-1254"),
    (VIETNAMESE, "windows-1258"),
    (FRENCH, "windows-1252"),
    (GERMAN, "windows-1252"),
    (SPANISH, "windows-1252"),
]

WIDE = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]


def encoded(text: str, encoding: str) -> bytes:
    """A text in an encoding; windows-1258 has marks for tones behind the vowel, which may have another mark."""
    if encoding != "windows-1258":
        return text.encode(encoding)
    tones = "\u0300\u0301\u0303\u0309\u0323"
    written = []
    for character in normalize("NFC", text):
        apart = normalize("NFD", character)
        vowel = normalize("NFC", "".join(part for part in apart if part not in tones))
        written.append(vowel + "".join(part for part in apart if part in tones))
    return "".join(written).encode(encoding)


def not_utf8_at(data: bytes) -> int:
    """Where bytes are not UTF-8."""
    with pytest.raises(UnicodeDecodeError) as caught:
        data.decode()
    return caught.value.start


def guess(data: bytes) -> str:
    return likely_encoding(data, not_utf8_at(data))


@pytest.mark.parametrize(("text", "encoding"), LEGACY)
def test_a_sentence_shows_its_encoding(text: str, encoding: str) -> None:
    assert guess(encoded(text, encoding)) == encoding


@pytest.mark.parametrize(("text", "encoding"), LEGACY)
def test_a_sentence_far_into_a_text_of_ascii_shows_its_encoding(text: str, encoding: str) -> None:
    assert guess(b"all of this is ASCII\n" * 100_000 + encoded(text, encoding)) == encoding


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("udhr_cmn_hans.txt", "gb18030"),
        ("tang-regulated-2000.zh-Hans.txt", "gb18030"),
        ("udhr_jpn.txt", "shift_jis"),
        ("udhr_jpn.txt", "euc_jp"),
        ("udhr_kor.txt", "euc_kr"),
        ("udhr_tur.txt", "windows-1254"),
        ("udhr_vie.txt", "windows-1258"),
        ("truyen-kieu.vi.txt", "windows-1258"),
    ],
)
def test_a_whole_text_shows_its_encoding(corpora: Path, name: str, encoding: str) -> None:
    text = (corpora / name).read_text("utf-8").lstrip("\ufeff")
    kept = encoded(text, "windows-1258") if encoding == "windows-1258" else text.encode(encoding, "ignore")
    assert guess(kept) == encoding


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("text", [text for text, _ in LEGACY])
def test_wide_characters_are_known_without_a_mark(text: str, encoding: str) -> None:
    assert likely_encoding(text.encode(encoding)) == encoding


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@given(text=st.text())
def test_a_byte_order_mark_names_the_encoding(encoding: str, text: str) -> None:
    if encoding == "utf-16" and text.startswith("\0"):  # which with the mark of UTF-16 is the mark of UTF-32
        return
    assert likely_encoding(text.encode(encoding)) == encoding


@pytest.mark.parametrize(
    "data",
    [
        b"all is well\n\xff",
        b"a\n\xed\xa0\x80\xed\xb0\x80",  # surrogates as some programs write them
        "月".encode()[:2],
        CHINESE.encode()[:-3],
        CHINESE.encode() + b"\xff" + CHINESE.encode(),
        VIETNAMESE.encode()[:-20] + b"\xe9" + VIETNAMESE.encode(),
        bytes(range(256)),
    ],
)
def test_damaged_utf_8_and_other_bytes_show_no_encoding(data: bytes) -> None:
    assert likely_encoding(data, not_utf8_at(data + b"\xff")) == ""


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_kr", "big5"])
def test_what_only_the_wider_variant_has_leads_to_that(encoding: str) -> None:
    text, extra, wider = {
        "shift_jis": (JAPANESE, "①", "cp932"),
        "euc_kr": (KOREAN, "똠", "cp949"),
        "big5": (TRADITIONAL, "€", "cp950"),
    }[encoding]
    assert guess((text + extra).encode(wider)) == wider


@given(st.binary(max_size=200))
def test_bytes_can_be_decoded_in_the_encoding_that_is_guessed(data: bytes) -> None:
    """But for a character that is cut off at their end, and what a byte order mark promises."""
    encoding = likely_encoding(data)
    if encoding and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        codecs.getincrementaldecoder(encoding)().decode(data)


@given(st.sampled_from(LEGACY), st.integers(1, 400), st.integers(0, 40))
def test_a_guess_does_not_depend_on_the_text_around_it(case: tuple[str, str], lines: int, before: int) -> None:
    text, encoding = case
    data = encoded(text, encoding)
    assert guess(b"plain\n" * before + data * lines) == encoding
