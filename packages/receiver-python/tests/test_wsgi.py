from __future__ import annotations

import contextlib
import io
import threading
import time
from collections.abc import Iterator
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest
from helpers import DELIVERED, HANGS_AFTER_SECONDS, SECRET, post, signed

from parcel_webhooks import Receiver, Webhook
from parcel_webhooks.wsgi import application


class Input(io.BytesIO):
    """A body that never ends: reading without a limit would wait for ever."""

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None and size >= 0
        return super().read(size)


def answer_to(body: bytes, **environ: Any) -> tuple[str, dict[str, str], bytes, int]:
    stored: list[Webhook] = []
    given: dict[str, Any] = {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": str(len(body)), "wsgi.input": Input(body)}
    for name, value in signed(body, time.time()).items():
        given["HTTP_" + name.upper().replace("-", "_")] = value
    given.update(environ)
    setup_testing_defaults(given)
    started: list[Any] = []
    receive = application(Receiver(SECRET, stored.append))
    text = b"".join(receive(given, lambda status, headers, exc_info=None: started.extend([status, dict(headers)])))  # type: ignore[arg-type]
    return started[0], started[1], text, given["wsgi.input"].tell()


def test_answers() -> None:
    assert answer_to(DELIVERED)[:3] == ("204 No Content", {}, b"")
    status, headers, text, _ = answer_to(DELIVERED, HTTP_WEBHOOK_ID="msg-1,msg-1")
    assert (status, headers) == ("401 Unauthorized", {"Content-Type": "text/plain; charset=utf-8"})
    assert text.startswith(b"wrong_signature: ")


def test_takes_only_post() -> None:
    status, headers, _, read = answer_to(DELIVERED, REQUEST_METHOD="GET")
    assert (status, headers["Allow"], read) == ("405 Method Not Allowed", "POST", 0)


def test_stops_reading_a_large_body() -> None:
    status, _, _, read = answer_to(b" " * (10 * 1024 * 1024))
    assert (status.split(" ")[0], read) == ("413", 1024 * 1024 + 1)


@pytest.mark.parametrize("length", ["", "-1", "abc", "9" * 5000, "٣"])
def test_reads_nothing_without_a_length(length: str) -> None:
    assert answer_to(DELIVERED, CONTENT_LENGTH=length)[3] == 0


def test_reads_to_the_end_if_the_server_ends_the_stream() -> None:
    assert answer_to(DELIVERED, **{"CONTENT_LENGTH": "", "wsgi.input_terminated": True})[0] == "204 No Content"


@pytest.fixture
def port() -> Iterator[int]:
    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    checked = validator(application(Receiver(SECRET, lambda webhook: None)))
    with make_server("127.0.0.1", 0, checked, handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join(HANGS_AFTER_SECONDS)


def test_a_real_server(port: int) -> None:
    assert post(port) == (204, "")
    assert post(port, webhook_id="another")[0] == 401
    # The server may close before the client has sent everything.
    with contextlib.suppress(ConnectionError):
        assert post(port, b" " * (10 * 1024 * 1024))[0] == 413
    assert post(port) == (204, "")
