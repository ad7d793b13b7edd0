"""A session with a trainer's process for each test that asks for one."""

from collections.abc import Iterator

import pytest

from tests.worker.trainer_session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    with Session() as session:
        yield session
