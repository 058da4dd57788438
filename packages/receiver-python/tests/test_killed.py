"""A webhook is neither lost nor done twice when the server is killed."""

from __future__ import annotations

import http.client
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from helpers import HANGS_AFTER_SECONDS, PACKAGE, post, process


def count(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "shop.db")) as shop:
        return int(shop.execute("SELECT count(*) FROM thanks").fetchone()[0])


@pytest.mark.parametrize(("moment", "rows"), [("work", 0), ("answer", 1)])
def test_killed(tmp_path: Path, moment: str, rows: int) -> None:
    server = str(PACKAGE / "tests" / "killed_server.py")
    (tmp_path / "kill").write_text(moment)
    with process(tmp_path, server) as (port, running):
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            post(port)
        running.wait(HANGS_AFTER_SECONDS)
    assert count(tmp_path) == rows
    (tmp_path / "kill").unlink()
    with process(tmp_path, server) as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
    assert count(tmp_path) == 1
