from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from helpers import DELIVERED, SECRET, signed

from parcel_webhooks import AsyncReceiver, Receiver, Webhook

fastapi = pytest.importorskip("fastapi", reason="left out: FastAPI is not installed")

from parcel_webhooks.fastapi import route  # noqa: E402


class Caller:
    """Calls an app as an ASGI server does, and counts the chunks that it reads."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.chunks_read = 0

    def post(
        self, *chunks: bytes, method: str = "POST", extra: tuple[str, str] | None = None
    ) -> tuple[int, Any, bytes]:
        self.chunks_read = 0
        headers = [*signed(b"".join(chunks), time.time()).items(), *([extra] if extra else [])]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            chunk = chunks[self.chunks_read]
            self.chunks_read += 1
            return {"type": "http.request", "body": chunk, "more_body": self.chunks_read < len(chunks)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": "/webhooks",
            "raw_path": b"/webhooks",
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers],
        }
        asyncio.run(self.app(scope, receive, send))
        return sent[0]["status"], dict(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:])


def caller_of(receiver: Receiver | AsyncReceiver, methods: tuple[str, ...] = ("POST",)) -> Caller:
    app = fastapi.FastAPI()
    app.add_api_route("/webhooks", route(receiver), methods=list(methods))
    return Caller(app)


async def forget(webhook: Webhook) -> None: ...


receivers = pytest.mark.parametrize(
    "receiver", [Receiver(SECRET, lambda webhook: None), AsyncReceiver(SECRET, forget)], ids=["sync", "async"]
)


@receivers
def test_answers(receiver: Receiver | AsyncReceiver) -> None:
    caller = caller_of(receiver)
    assert caller.post(DELIVERED) == (204, {}, b"")
    assert caller.post(DELIVERED[:10], DELIVERED[10:], b"")[0] == 204
    status, headers, text = caller.post(b"{}")
    assert (status, headers[b"content-type"]) == (400, b"text/plain; charset=utf-8")
    assert text.startswith(b"not_a_webhook: ")


@receivers
def test_refuses_duplicates(receiver: Receiver | AsyncReceiver) -> None:
    status, _, text = caller_of(receiver).post(DELIVERED, extra=("webhook-id", "msg-1"))
    assert status == 401 and text.startswith(b"duplicate_header: ")


@receivers
def test_stops_reading_a_large_body(receiver: Receiver | AsyncReceiver) -> None:
    caller = caller_of(receiver)
    status, _, text = caller.post(*[b" " * (1024 * 1024)] * 10)
    assert status == 413 and text.startswith(b"too_large: ")
    assert caller.chunks_read == 2


@receivers
@pytest.mark.parametrize("methods", [("POST",), ("GET", "POST")])
def test_takes_only_post(receiver: Receiver | AsyncReceiver, methods: tuple[str, ...]) -> None:
    status, headers, _ = caller_of(receiver, methods).post(DELIVERED, method="GET")
    assert (status, headers[b"allow"]) == (405, b"POST")


def test_a_sync_store_works_in_a_thread() -> None:
    threads: list[int] = []
    caller_of(Receiver(SECRET, lambda webhook: threads.append(threading.get_ident()))).post(DELIVERED)
    assert threads and threads[0] != threading.get_ident()
