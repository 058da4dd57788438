"""Remembers webhooks in SQLite, in the transaction of their work."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

from .refused import Busy

# Rows may be deleted 30 days after received_at: the service keeps no delivery longer, so it sends none again.
CREATE_TABLE = """
CREATE TABLE IF NOT EXISTS webhook_event (
  eventid varchar(64) PRIMARY KEY,
  received_at timestamp DEFAULT current_timestamp
)
"""


class SqliteMemory:
    """Works for several processes. The table is CREATE_TABLE.

    connect: opens a new connection; its `timeout` says how long a webhook waits while another one is worked on.
    The work must not commit.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect

    def once(self, eventid: str, work: Callable[[sqlite3.Connection], None]) -> None:
        # Closing rolls back what is not committed.
        with closing(self._connect()) as connection:
            _begin(connection)
            if connection.execute("SELECT 1 FROM webhook_event WHERE eventid = ?", (eventid,)).fetchone():
                return
            work(connection)
            # Last, so that work that commits against the rule is repeated rather than lost.
            connection.execute("INSERT INTO webhook_event (eventid) VALUES (?)", (eventid,))
            # Not connection.commit(), which does nothing if the connection is in autocommit mode.
            connection.execute("COMMIT")


def _begin(connection: sqlite3.Connection) -> None:
    try:
        # IMMEDIATE takes the one lock of the file, so two requests never work at the same time.
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        # The text, because Python 3.10 has no sqlite_errorcode.
        if str(error) == "database is locked":
            raise Busy from error
        raise
