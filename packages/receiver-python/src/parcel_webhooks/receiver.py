"""Receives webhooks: verify, understand, store, answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from . import signature
from .calls import call
from .headers import Headers
from .refused import Busy, Refused, busy, too_large
from .webhook import Webhook, as_bytes, parse

Store = TypeVar("Store")

DEFAULT_MAX_BYTES = 1024 * 1024

logger = logging.getLogger("parcel_webhooks")


@dataclass(frozen=True)
class Answer:
    """What to send back."""

    status: int
    text: str = ""

    @property
    def headers(self) -> dict[str, str]:
        headers = {"Content-Type": "text/plain; charset=utf-8"} if self.text else {}
        return {**headers, "Allow": "POST"} if self.status == 405 else headers


def log_refused(refused: Refused) -> None:
    logger.warning("A request was refused. %s", refused)


def log_error(error: Exception, webhook: Webhook) -> None:
    # %a: an id may hold characters that a log file cannot.
    logger.error("The webhook %a was not stored. The service sends it again.", webhook.eventid, exc_info=error)


class _BaseReceiver(Generic[Store]):
    def __init__(
        self,
        secret: str | Sequence[str],
        store: Store,
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
        on_refused: Callable[[Refused], None] = log_refused,
        on_error: Callable[[Exception, Webhook], None] = log_error,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """
        secret: the receiver's secret, or several, newest first.
        store: keeps the webhook durably before it returns. It raises if it cannot.
        on_refused, on_error: get what went wrong; by default they log it.
        clock: seconds since 1970.
        """
        self._keys = signature.read_keys(secret)
        self._store = store
        self._on_refused = on_refused
        self._on_error = on_error
        self._clock = clock
        self.max_bytes = max_bytes

    def verify(self, headers: Headers, body: bytes) -> None:
        """Raises Refused unless the service signed these bytes just now."""
        signature.verify(self._keys, headers, as_bytes(body), self._clock())

    def refuse(self, refused: Refused) -> Answer:
        """Reports and answers what the code around the receiver found, such as a body that cannot be read."""
        self._on_refused(refused)
        return Answer(refused.status, f"{refused}\n")

    def _read(self, headers: Headers, body: bytes) -> Webhook | Answer:
        try:
            body = as_bytes(body)
            if len(body) > self.max_bytes:
                raise too_large(self.max_bytes)
            self.verify(headers, body)
            return parse(body)
        except Refused as refused:
            return self.refuse(refused)

    def _not_stored(self, error: Exception, webhook: Webhook) -> Answer:
        if isinstance(error, Busy):
            return self.refuse(busy())
        self._on_error(error, webhook)
        return Answer(500, "store_failed")


class Receiver(_BaseReceiver[Callable[[Webhook], None]]):
    """A receiver whose store is a plain function."""

    def receive(self, headers: Headers, body: bytes) -> Answer:
        webhook = self._read(headers, body)
        if isinstance(webhook, Answer):
            return webhook
        try:
            call(self._store, webhook)
        except Exception as error:
            return self._not_stored(error, webhook)
        return Answer(204)


class AsyncReceiver(_BaseReceiver[Callable[[Webhook], Awaitable[None]]]):
    """A receiver whose store is an async function."""

    async def receive(self, headers: Headers, body: bytes) -> Answer:
        webhook = self._read(headers, body)
        if isinstance(webhook, Answer):
            return webhook
        try:
            await self._store(webhook)
        except Exception as error:
            return self._not_stored(error, webhook)
        return Answer(204)
