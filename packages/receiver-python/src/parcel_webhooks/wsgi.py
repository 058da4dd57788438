"""Receives webhooks in any WSGI server, such as wsgiref and gunicorn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING

from .receiver import Answer, Receiver
from .refused import method_not_allowed

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LENGTH = re.compile(r"[0-9]{1,15}")


def application(receiver: Receiver) -> WSGIApplication:
    def receive_webhook(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answer = _answer(receiver, environ)
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", list(answer.headers.items()))
        return [answer.text.encode()]

    return receive_webhook


def _answer(receiver: Receiver, environ: WSGIEnvironment) -> Answer:
    if environ["REQUEST_METHOD"] != "POST":
        return receiver.refuse(method_not_allowed())
    return receiver.receive(_headers(environ), _body(environ, receiver.max_bytes))


def _headers(environ: WSGIEnvironment) -> Iterable[tuple[str, str]]:
    # WSGI servers join headers of the same name by a comma, so a duplicate is refused by what it says.
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            yield name.removeprefix("HTTP_").replace("_", "-"), value


def _body(environ: WSGIEnvironment, max_bytes: int) -> bytes:
    """Reads one byte more than the receiver takes, so that the receiver can tell."""
    most = max_bytes + 1
    length = environ.get("CONTENT_LENGTH", "")
    if LENGTH.fullmatch(length):
        return bytes(environ["wsgi.input"].read(min(int(length), most)))
    # Without a length, reading waits for ever unless the server ends the stream.
    return bytes(environ["wsgi.input"].read(most)) if environ.get("wsgi.input_terminated") else b""
