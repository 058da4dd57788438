"""Receives webhooks in FastAPI and Starlette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from .receiver import Answer, AsyncReceiver, Receiver
from .refused import method_not_allowed


def route(receiver: Receiver | AsyncReceiver) -> Callable[[Request], Awaitable[Response]]:
    """Makes an endpoint. A Receiver works in a thread, an AsyncReceiver in the event loop."""

    async def receive_webhook(request: Request) -> Response:
        answer = await _answer(receiver, request)
        return Response(answer.text or None, answer.status, answer.headers)

    return receive_webhook


async def _answer(receiver: Receiver | AsyncReceiver, request: Request) -> Answer:
    if request.method != "POST":
        return receiver.refuse(method_not_allowed())
    body = await _body(request, receiver.max_bytes)
    if isinstance(receiver, AsyncReceiver):
        return await receiver.receive(request.headers, body)
    return await run_in_threadpool(receiver.receive, request.headers, body)


async def _body(request: Request, max_bytes: int) -> bytes:
    """Stops after the chunk that is more than the receiver takes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            break
    return bytes(body)
