"""Messages arrive complete and in order, and anything else is an error."""

import pickle
from io import BytesIO

import pytest

from bpetui.worker import pipe
from bpetui.worker.messages import Move, Stop, ViewRequest


def sent(*messages: object) -> bytes:
    """The bytes of messages on a pipe."""
    stream = BytesIO()
    for message in messages:
        pipe.write(stream, message)
    return stream.getvalue()


def test_messages_arrive_in_order_and_then_the_end() -> None:
    stream = BytesIO(sent(Move(3), Stop(), ViewRequest(passage=(0, 10))))
    assert [pipe.read(stream) for _ in range(3)] == [Move(3), Stop(), ViewRequest(passage=(0, 10))]
    with pytest.raises(EOFError):
        pipe.read(stream)


def test_an_incomplete_message_raises_eoferror() -> None:
    whole = sent(Move(3))
    for length in range(len(whole)):
        with pytest.raises(EOFError):
            pipe.read(BytesIO(whole[:length]))


@pytest.mark.parametrize(
    "garbage", [b"hello, world", bytes(100), b"\xff" * 20, b"bpe\r" + bytes(20), b"ape\n" + bytes(20)]
)
def test_bytes_without_the_mark_are_not_a_message(garbage: bytes) -> None:
    with pytest.raises(pipe.NotAMessageError, match="mark"):
        pipe.read(BytesIO(garbage))


@pytest.mark.parametrize("damaged", [b"", b"nonsense", pickle.dumps(Move(3))[:-1], b"cno.such\nthing\n."])
def test_a_damaged_pickle_is_not_a_message(damaged: bytes) -> None:
    header = pipe._HEADER.pack(pipe._MARK, len(damaged))
    with pytest.raises(pipe.NotAMessageError, match="cannot be read"):
        pipe.read(BytesIO(header + damaged))
