"""Each memory runs the work once, together with the eventid."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from parcel_webhooks import (
    AsyncInMemory,
    AsyncMemory,
    Busy,
    InMemory,
    Memory,
    UnknownWebhook,
    async_once_by_event_id,
    once_by_event_id,
    postgres,
    sqlite,
)
from parcel_webhooks.postgres import AsyncPostgresMemory, PostgresMemory
from parcel_webhooks.sqlite import SqliteMemory

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "")
needs_postgres = pytest.mark.skipif(not POSTGRES, reason="left out: TEST_POSTGRES_URL names no PostgreSQL")

WEBHOOK = UnknownWebhook(event="onParked", eventid="e-1", timestamp=None, body={})
OTHER = UnknownWebhook(event="onParked", eventid="e-2", timestamp=None, body={})


class Case:
    """A memory, and the rows that the work has written and the memory has kept."""

    def __init__(self, memory: Memory[Any], write: Callable[[Any], None], count: Callable[[], int]) -> None:
        self.memory, self.write, self.count = memory, write, count


@contextmanager
def process_case(folder: Path) -> Iterator[Case]:
    rows: list[None] = []
    yield Case(InMemory(), rows.append, lambda: len(rows))


@contextmanager
def sqlite_case(folder: Path) -> Iterator[Case]:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(folder / "shop.db", timeout=0)

    def count() -> int:
        with closing(connect()) as shop:
            return int(shop.execute("SELECT count(*) FROM thanks").fetchone()[0])

    with closing(connect()) as shop:
        shop.execute(sqlite.CREATE_TABLE)
        shop.execute("CREATE TABLE thanks (eventid TEXT)")
    yield Case(SqliteMemory(connect), lambda tx: tx.execute("INSERT INTO thanks VALUES ('e-1')"), count)


@contextmanager
def postgres_case(folder: Path) -> Iterator[Case]:
    psycopg = pytest.importorskip("psycopg")

    def connect() -> Any:
        return psycopg.connect(POSTGRES)

    def count() -> int:
        with connect() as shop:
            return int(shop.execute("SELECT count(*) FROM thanks").fetchone()[0])

    with connect() as shop:
        shop.execute("DROP TABLE IF EXISTS webhook_event, thanks")
        shop.execute(postgres.CREATE_TABLE)
        shop.execute("CREATE TABLE thanks (eventid text)")
    yield Case(PostgresMemory(connect), lambda tx: tx.execute("INSERT INTO thanks VALUES ('e-1')"), count)


@pytest.fixture(params=[process_case, sqlite_case, pytest.param(postgres_case, marks=needs_postgres)])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Case]:
    with request.param(tmp_path) as case:
        yield case


def test_work_runs_once(case: Case) -> None:
    store = once_by_event_id(case.memory, lambda webhook, tx: case.write(tx))
    store(WEBHOOK)
    store(WEBHOOK)
    assert case.count() == 1
    store(OTHER)
    assert case.count() == 2


def test_failed_work_is_not_remembered(case: Case) -> None:
    def fail(webhook: object, tx: Any) -> None:
        if not isinstance(case.memory, InMemory):
            case.write(tx)
        raise OSError

    with pytest.raises(OSError):
        once_by_event_id(case.memory, fail)(WEBHOOK)
    assert case.count() == 0
    once_by_event_id(case.memory, lambda webhook, tx: case.write(tx))(WEBHOOK)
    assert case.count() == 1


def test_a_repeat_meanwhile_is_busy(case: Case) -> None:
    repeated: list[type[BaseException]] = []

    def repeat() -> None:
        with pytest.raises(Busy) as raised:
            once_by_event_id(case.memory, lambda webhook, tx: case.write(tx))(WEBHOOK)
        repeated.append(raised.type)

    def work(webhook: object, tx: Any) -> None:
        case.write(tx)
        thread = threading.Thread(target=repeat)
        thread.start()
        thread.join()

    once_by_event_id(case.memory, work)(WEBHOOK)
    assert repeated == [Busy]
    assert case.count() == 1


def test_async_work_is_not_lost(case: Case) -> None:
    async def work(webhook: object, tx: Any) -> None:
        raise AssertionError("nobody awaits it")

    with pytest.raises(TypeError, match="async_once_by_event_id"):
        once_by_event_id(case.memory, work)(WEBHOOK)  # type: ignore[arg-type]
    once_by_event_id(case.memory, lambda webhook, tx: case.write(tx))(WEBHOOK)
    assert case.count() == 1


def test_sqlite_waits_as_long_as_its_timeout(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(tmp_path / "shop.db", timeout=60)

    with closing(connect()) as shop:
        shop.execute(sqlite.CREATE_TABLE)
    runs: list[str] = []
    threads: list[threading.Thread] = []

    def work(webhook: object, tx: sqlite3.Connection) -> None:
        runs.append("run")
        if not threads:
            threads.append(threading.Thread(target=store, args=[WEBHOOK]))
            threads[0].start()

    store = once_by_event_id(SqliteMemory(connect), work)
    store(WEBHOOK)
    threads[0].join()
    assert runs == ["run"]


SQLITE_MODES: list[dict[str, Any]] = [{}, {"isolation_level": None}, {"isolation_level": "EXCLUSIVE"}]
if sys.version_info >= (3, 12):
    SQLITE_MODES.append({"autocommit": True})


@pytest.mark.parametrize("options", SQLITE_MODES)
def test_sqlite_commits_in_every_mode(tmp_path: Path, options: dict[str, Any]) -> None:
    def connect() -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3.connect(tmp_path / "shop.db", timeout=0, **options)
        return connection

    with closing(connect()) as shop:
        shop.execute(sqlite.CREATE_TABLE)
    runs: list[object] = []
    store = once_by_event_id(SqliteMemory(connect), lambda webhook, tx: runs.append(webhook))
    store(WEBHOOK)
    store(WEBHOOK)
    assert runs == [WEBHOOK]


def test_sqlite_without_its_table_is_an_error(tmp_path: Path) -> None:
    memory = SqliteMemory(lambda: sqlite3.connect(tmp_path / "shop.db"))
    with pytest.raises(sqlite3.OperationalError, match="webhook_event"):
        memory.once("e-1", lambda tx: None)
    missing = SqliteMemory(lambda: sqlite3.connect(tmp_path / "no" / "shop.db"))
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        missing.once("e-1", lambda tx: None)


async def check_async(memory: AsyncMemory[Any], write: Callable[[Any], Any], count: Callable[[], int]) -> None:
    began, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(webhook: object, tx: Any) -> None:
        await write(tx)
        began.set()
        await goes_on.wait()

    async def fail(webhook: object, tx: Any) -> None:
        raise OSError

    with pytest.raises(OSError):
        await async_once_by_event_id(memory, fail)(WEBHOOK)
    store = async_once_by_event_id(memory, slow)
    first = asyncio.create_task(store(WEBHOOK))
    await began.wait()
    with pytest.raises(Busy):
        await store(WEBHOOK)
    goes_on.set()
    await first
    await store(WEBHOOK)
    assert count() == 1


def test_async_process_memory() -> None:
    rows: list[None] = []

    async def write(tx: None) -> None:
        rows.append(tx)

    asyncio.run(check_async(AsyncInMemory(), write, lambda: len(rows)))


@needs_postgres
def test_async_postgres_memory(tmp_path: Path) -> None:
    psycopg = pytest.importorskip("psycopg")

    @asynccontextmanager
    async def connect() -> AsyncIterator[Any]:
        async with await psycopg.AsyncConnection.connect(POSTGRES) as connection:
            yield connection

    async def write(tx: Any) -> None:
        await tx.execute("INSERT INTO thanks VALUES ('e-1')")

    with postgres_case(tmp_path) as case:
        asyncio.run(check_async(AsyncPostgresMemory(connect), write, case.count))


@needs_postgres
@pytest.mark.parametrize("is_autocommit", [False, True])
def test_postgres_commits_in_both_modes(tmp_path: Path, is_autocommit: bool) -> None:
    psycopg = pytest.importorskip("psycopg")
    with postgres_case(tmp_path) as case:
        memory = PostgresMemory(lambda: psycopg.connect(POSTGRES, autocommit=is_autocommit))
        store = once_by_event_id(memory, lambda webhook, tx: case.write(tx))
        store(WEBHOOK)
        store(WEBHOOK)
        assert case.count() == 1

        def fail(webhook: object, tx: Any) -> None:
            case.write(tx)
            raise OSError

        with pytest.raises(OSError):
            once_by_event_id(memory, fail)(OTHER)
        assert case.count() == 1
