"""Remembers webhooks in PostgreSQL by psycopg 3, in the transaction of their work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import TYPE_CHECKING, Any

from .refused import Busy

if TYPE_CHECKING:
    from psycopg import AsyncConnection, Connection

# Rows may be deleted 30 days after received_at: the service keeps no delivery longer, so it sends none again.
CREATE_TABLE = """
CREATE TABLE IF NOT EXISTS webhook_event (
  eventid varchar(64) PRIMARY KEY,
  received_at timestamp DEFAULT current_timestamp
)
"""

# The end of the transaction frees the lock, also when the process is killed.
LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('webhook_event ' || %s, 0))"
FIND = "SELECT 1 FROM webhook_event WHERE eventid = %s"
REMEMBER = "INSERT INTO webhook_event (eventid) VALUES (%s)"


class PostgresMemory:
    """Works for several processes. The table is CREATE_TABLE.

    connect: gives a connection for one `with`, such as psycopg.connect or ConnectionPool.connection.
    """

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection[Any]]]) -> None:
        self._connect = connect

    def once(self, eventid: str, work: Callable[[Connection[Any]], None]) -> None:
        with self._connect() as connection, connection.transaction():
            if connection.execute(LOCK, [eventid]).fetchone() != (True,):
                raise Busy
            if connection.execute(FIND, [eventid]).fetchone():
                return
            work(connection)
            connection.execute(REMEMBER, [eventid])


class AsyncPostgresMemory:
    """As PostgresMemory.

    connect: gives a connection for one `async with`, such as AsyncConnectionPool.connection.
    """

    def __init__(self, connect: Callable[[], AbstractAsyncContextManager[AsyncConnection[Any]]]) -> None:
        self._connect = connect

    async def once(self, eventid: str, work: Callable[[AsyncConnection[Any]], Awaitable[None]]) -> None:
        async with self._connect() as connection, connection.transaction():
            if await (await connection.execute(LOCK, [eventid])).fetchone() != (True,):
                raise Busy
            if await (await connection.execute(FIND, [eventid])).fetchone():
                return
            await work(connection)
            await connection.execute(REMEMBER, [eventid])
