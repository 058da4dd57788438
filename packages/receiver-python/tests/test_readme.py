"""Runs the code of the README word by word."""

from __future__ import annotations

import importlib.util
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from helpers import EVENTID, PACKAGE, SECRET, TRACKING_NUMBER, post, process

from parcel_webhooks import RefusedCode

README = (PACKAGE / "README.md").read_text("utf-8")
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "")

DJANGO_SETTINGS = """
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.db", "ATOMIC_REQUESTS": True}}
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "parcels"]
MIDDLEWARE = ["django.middleware.csrf.CsrfViewMiddleware"]
ROOT_URLCONF = "urls"
SECRET_KEY = "of the tests"
ALLOWED_HOSTS = ["*"]
DEBUG = False
"""

WSGI_SERVER = """
import os
from wsgiref.simple_server import make_server
from shop import application
make_server("127.0.0.1", int(os.environ["PORT"]), application).serve_forever()
"""


def blocks(heading: str, language: str = "python") -> list[str]:
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def needs(module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"left out: {module} is not installed")


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "shop.db")) as shop:
        return shop.execute(query).fetchall()


def test_install_names_this_package() -> None:
    (name,) = re.findall(r'^name = "(.+)"$', (PACKAGE / "pyproject.toml").read_text(), re.MULTILINE)
    assert blocks("Install", "sh") == [f"pip install {name}\n"]


def test_table_has_every_code() -> None:
    table = README.split("\n## When a webhook is refused\n")[1]
    assert [code for code in (*get_args(RefusedCode), "store_failed") if f"`{code}`" not in table] == []


def test_ten_lines(tmp_path: Path) -> None:
    (block,) = blocks("Ten lines")
    (tmp_path / "shop.py").write_text(block)
    with process(tmp_path, "shop.py") as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
        assert post(port, webhook_id="another")[0] == 401
    assert rows(tmp_path, "SELECT eventid FROM webhook") == [(EVENTID,)]


def test_fastapi(tmp_path: Path) -> None:
    needs("uvicorn")
    (block,) = blocks("FastAPI and Starlette")
    (tmp_path / "shop.py").write_text(blocks("Ten lines")[0])
    (tmp_path / "main.py").write_text(block)
    with process(tmp_path, "-m", "uvicorn", "--log-level", "warning", "--port", "PORT", "main:app") as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
        assert post(port, webhook_id="another")[0] == 401
    assert rows(tmp_path, "SELECT eventid FROM webhook") == [(EVENTID,)]


def test_django(tmp_path: Path) -> None:
    needs("django")
    migration, urls = blocks("Django")
    (tmp_path / "parcels" / "migrations").mkdir(parents=True)
    (tmp_path / "parcels" / "__init__.py").touch()
    (tmp_path / "parcels" / "migrations" / "__init__.py").touch()
    (tmp_path / "parcels" / "migrations" / "0001_webhook_event.py").write_text(migration)
    (tmp_path / "urls.py").write_text(urls)
    (tmp_path / "settings.py").write_text(DJANGO_SETTINGS)
    paths = os.pathsep.join([str(PACKAGE / "src"), str(tmp_path)])
    env = {**os.environ, "PYTHONPATH": paths, "DJANGO_SETTINGS_MODULE": "settings", "WEBHOOK_SECRET": SECRET}
    subprocess.run([sys.executable, "-m", "django", "migrate", "-v", "0"], cwd=tmp_path, env=env, check=True)
    serve = ("-m", "django", "runserver", "--noreload", "PORT")
    with process(tmp_path, *serve, DJANGO_SETTINGS_MODULE="settings") as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
        assert post(port, webhook_id="another")[0] == 401
    assert rows(tmp_path, "SELECT name FROM auth_group") == [(TRACKING_NUMBER,)]


def test_once_with_sqlite(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(blocks("Once per event")[0])
    (tmp_path / "serve.py").write_text(WSGI_SERVER)
    with process(tmp_path, "serve.py") as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
    assert rows(tmp_path, "SELECT * FROM thanks") == [(TRACKING_NUMBER,)]


@pytest.mark.skipif(not POSTGRES, reason="left out: TEST_POSTGRES_URL names no PostgreSQL")
def test_once_with_postgres(tmp_path: Path) -> None:
    needs("psycopg_pool")
    import psycopg

    with psycopg.connect(POSTGRES) as shop:
        shop.execute("DROP TABLE IF EXISTS webhook_event, thanks")
    (tmp_path / "main.py").write_text(blocks("Once per event")[1])
    serve = ("-m", "uvicorn", "--log-level", "warning", "--port", "PORT", "main:app")
    with process(tmp_path, *serve, DATABASE_URL=POSTGRES) as (port, _):
        assert [post(port), post(port)] == [(204, ""), (204, "")]
    with psycopg.connect(POSTGRES) as shop:
        assert shop.execute("SELECT * FROM thanks").fetchall() == [(TRACKING_NUMBER,)]


def test_types(tmp_path: Path) -> None:
    """The examples are typed: a developer's own mypy --strict finds nothing."""
    for module in ("mypy", "django", "fastapi", "psycopg_pool"):
        needs(module)
    names = ["shop", "main", "migration", "urls", "once_sqlite", "once_postgres"]
    code = [block for heading in README.split("\n## ")[1:] for block in blocks(heading.split("\n")[0])]
    for name, block in zip(names, code, strict=True):
        (tmp_path / f"{name}.py").write_text(block)
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path / "cache"),
            *(f"{each}.py" for each in names),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": f"{PACKAGE / 'src'}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
