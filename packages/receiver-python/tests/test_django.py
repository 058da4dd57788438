from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from helpers import DELIVERED, SECRET, signed

from parcel_webhooks import AsyncReceiver, Receiver, UnknownWebhook, Webhook, once_by_event_id

pytest.importorskip("django", reason="left out: Django is not installed")

import django  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.test import AsyncClient, Client, override_settings  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

POSTGRES = urlsplit(os.environ.get("TEST_POSTGRES_URL", ""))
DATABASE: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
if POSTGRES.hostname:
    DATABASE = {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": POSTGRES.hostname,
        "PORT": POSTGRES.port,
        "USER": POSTGRES.username,
        "PASSWORD": unquote(POSTGRES.password or ""),
        "NAME": POSTGRES.path.strip("/"),
    }
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {**DATABASE, "ATOMIC_REQUESTS": True}},
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of the tests",
)
django.setup()

from parcel_webhooks.django import CREATE_TABLE, DjangoMemory, view  # noqa: E402

stored: list[Webhook] = []


async def keep(webhook: Webhook) -> None:
    stored.append(webhook)


def write(webhook: Webhook, tx: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO thanks VALUES (%s)", [webhook.eventid])


def write_and_fail(webhook: Webhook, tx: object) -> None:
    write(webhook, tx)
    raise OSError


def keep_outside_of_a_transaction(webhook: Webhook) -> None:
    assert connection.get_autocommit()


@csrf_exempt
def read_before(request: HttpRequest) -> HttpResponse:
    request.read(1)
    return urlpatterns[0].callback(request)  # type: ignore[no-any-return]


urlpatterns = [
    path("sync", view(Receiver(SECRET, stored.append))),
    path("async", view(AsyncReceiver(SECRET, keep))),
    path("read", read_before),
    path("once", view(Receiver(SECRET, once_by_event_id(DjangoMemory(), write)))),
    path("fails", view(Receiver(SECRET, once_by_event_id(DjangoMemory(), write_and_fail)))),
    path("outside", view(Receiver(SECRET, keep_outside_of_a_transaction))),
]


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    stored.clear()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS webhook_event")
        cursor.execute("DROP TABLE IF EXISTS thanks")
        cursor.execute(CREATE_TABLE)
        cursor.execute("CREATE TABLE thanks (eventid varchar(64))")
    yield


def count() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM thanks")
        return int(cursor.fetchone()[0])


def post(path: str, body: bytes = DELIVERED) -> Any:
    client = Client(enforce_csrf_checks=True)
    return client.post(f"/{path}", body, content_type="application/json", headers=signed(body, time.time()))


def test_answers() -> None:
    answer = post("sync")
    assert (answer.status_code, answer.content, "Content-Type" in answer) == (204, b"", False)
    assert len(stored) == 1
    refused = post("sync", b"{}")
    assert (refused.status_code, refused["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert refused.content.startswith(b"not_a_webhook: ")


def test_takes_only_post() -> None:
    answer = Client().get("/sync")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")


def test_async_view() -> None:
    async def check() -> None:
        client = AsyncClient(enforce_csrf_checks=True)
        headers = signed(DELIVERED, time.time())
        answer = await client.post("/async", DELIVERED, content_type="application/json", headers=headers)
        assert answer.status_code == 204 and len(stored) == 1
        assert (await client.get("/async")).status_code == 405

    asyncio.run(check())


def test_a_request_that_was_read_before() -> None:
    answer = post("read")
    assert answer.status_code == 500 and answer.content.startswith(b"parsed_body: ")


def test_large_bodies() -> None:
    assert post("sync", b" " * (2 * 1024 * 1024)).status_code == 413
    assert post("sync", b" " * (10 * 1024 * 1024)).status_code == 413
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=None):
        assert post("sync", b" " * (10 * 1024 * 1024)).status_code == 413


def test_work_runs_once() -> None:
    assert [post("once").status_code, post("once").status_code, count()] == [204, 204, 1]


def test_failed_work_is_not_remembered() -> None:
    assert [post("fails").status_code, count()] == [500, 0]
    assert [post("once").status_code, count()] == [204, 1]


def test_atomic_requests_are_ignored() -> None:
    assert post("outside").status_code == 204


def test_a_memory_needs_its_own_transaction() -> None:
    webhook = UnknownWebhook(event="onParked", eventid="e-1", timestamp=None, body={})
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        once_by_event_id(DjangoMemory(), write)(webhook)


@pytest.mark.skipif(not POSTGRES.hostname, reason="left out: TEST_POSTGRES_URL names no PostgreSQL")
def test_a_repeat_meanwhile_is_busy() -> None:
    statuses: list[int] = []

    def repeat() -> None:
        try:
            statuses.append(post("once").status_code)
        finally:
            connection.close()

    def work(webhook: Webhook, tx: object) -> None:
        thread = threading.Thread(target=repeat)
        thread.start()
        thread.join()

    receiver = Receiver(SECRET, once_by_event_id(DjangoMemory(), work))
    assert receiver.receive(signed(DELIVERED, time.time()), DELIVERED).status == 204
    assert statuses == [503]
