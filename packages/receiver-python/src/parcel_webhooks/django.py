"""Receives webhooks in Django."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, overload

from django.core.exceptions import RequestDataTooBig
from django.db import IntegrityError, connections, transaction
from django.http import HttpRequest, HttpResponse, RawPostDataException
from django.views.decorators.csrf import csrf_exempt

from . import postgres
from .receiver import Answer, AsyncReceiver, Receiver
from .refused import Busy, Refused, method_not_allowed, parsed_body, too_large

# For a migration: migrations.RunSQL(CREATE_TABLE, "DROP TABLE webhook_event")
CREATE_TABLE = postgres.CREATE_TABLE

View = Callable[[HttpRequest], HttpResponse]
AsyncView = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponse]]


@overload
def view(receiver: Receiver) -> View: ...


@overload
def view(receiver: AsyncReceiver) -> AsyncView: ...


def view(receiver: Receiver | AsyncReceiver) -> View | AsyncView:
    """Makes a view for urlpatterns: sync for a Receiver, async for an AsyncReceiver."""
    made = _async_view(receiver) if isinstance(receiver, AsyncReceiver) else _sync_view(receiver)
    # ATOMIC_REQUESTS would commit half of the work of a store that fails, because the answer 500 is no exception.
    for alias in connections:
        made = transaction.non_atomic_requests(using=alias)(made)
    return csrf_exempt(made)


def _sync_view(receiver: Receiver) -> View:
    def receive_webhook(request: HttpRequest) -> HttpResponse:
        try:
            body = _body(request, receiver.max_bytes)
        except Refused as refused:
            return _response(receiver.refuse(refused))
        return _response(receiver.receive(request.headers, body))

    return receive_webhook


def _async_view(receiver: AsyncReceiver) -> AsyncView:
    async def receive_webhook(request: HttpRequest) -> HttpResponse:
        try:
            body = _body(request, receiver.max_bytes)
        except Refused as refused:
            return _response(receiver.refuse(refused))
        return _response(await receiver.receive(request.headers, body))

    return receive_webhook


def _body(request: HttpRequest, max_bytes: int) -> bytes:
    if request.method != "POST":
        raise method_not_allowed()
    try:
        return request.body
    except RequestDataTooBig:
        # Django's own limit is the setting DATA_UPLOAD_MAX_MEMORY_SIZE.
        raise too_large(max_bytes) from None
    except RawPostDataException:
        raise parsed_body("already read by a middleware or a decorator") from None


def _response(answer: Answer) -> HttpResponse:
    response = HttpResponse(answer.text, status=answer.status, headers=answer.headers)
    if not answer.text:
        del response["Content-Type"]
    return response


class DjangoMemory:
    """Remembers in the transaction of the work, in the database of that alias. The table is CREATE_TABLE.

    A repeat that comes meanwhile is Busy in PostgreSQL; in other databases it waits for the first.
    """

    def __init__(self, using: str = "default") -> None:
        self._using = using

    def once(self, eventid: str, work: Callable[[Any], None]) -> None:
        connection = connections[self._using]
        # durable: fails inside of another transaction, whose end would come after the answer.
        with transaction.atomic(using=self._using, durable=True):
            if connection.vendor == "postgresql" and not self._lock(eventid):
                raise Busy
            if self._remember(eventid):
                work(connection)

    def _lock(self, eventid: str) -> bool:
        with connections[self._using].cursor() as cursor:
            cursor.execute(postgres.LOCK, [eventid])
            return bool(cursor.fetchone()[0])

    def _remember(self, eventid: str) -> bool:
        """Returns False if the work is done. Before the work, so that a repeat waits in databases without the lock."""
        try:
            # A savepoint, because an error ends the whole transaction in PostgreSQL.
            with transaction.atomic(using=self._using), connections[self._using].cursor() as cursor:
                cursor.execute(postgres.REMEMBER, [eventid])
        except IntegrityError:
            return False
        return True
