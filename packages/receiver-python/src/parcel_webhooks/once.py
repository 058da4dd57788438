"""Does the work of each webhook once, although the service may send the webhook again."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from .calls import call
from .refused import Busy
from .webhook import Webhook

Tx = TypeVar("Tx")
Tx_co = TypeVar("Tx_co", covariant=True)


class Memory(Protocol[Tx_co]):
    """Remembers which webhooks are done."""

    def once(self, eventid: str, work: Callable[[Tx_co], None]) -> None:
        """Runs the work unless the eventid is remembered, and remembers the eventid only together with the work.

        Raises Busy while another request works on the eventid.
        """


class AsyncMemory(Protocol[Tx_co]):
    """Remembers which webhooks are done, for async work."""

    async def once(self, eventid: str, work: Callable[[Tx_co], Awaitable[None]]) -> None:
        """As Memory.once."""


def once_by_event_id(memory: Memory[Tx], work: Callable[[Webhook, Tx], None]) -> Callable[[Webhook], None]:
    """Makes a store for Receiver. `work` gets the transaction of the memory."""

    def store(webhook: Webhook) -> None:
        memory.once(webhook.eventid, lambda tx: call(work, webhook, tx))

    return store


def async_once_by_event_id(
    memory: AsyncMemory[Tx], work: Callable[[Webhook, Tx], Awaitable[None]]
) -> Callable[[Webhook], Coroutine[Any, Any, None]]:
    """Makes a store for AsyncReceiver. `work` gets the transaction of the memory."""

    async def store(webhook: Webhook) -> None:
        await memory.once(webhook.eventid, lambda tx: work(webhook, tx))

    return store


class _Eventids:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: set[str] = set()
        self._working: set[str] = set()

    def begin(self, eventid: str) -> bool:
        """Returns False if the work is done."""
        with self._lock:
            if eventid in self._working:
                raise Busy
            if eventid in self._done:
                return False
            self._working.add(eventid)
            return True

    def end(self, eventid: str, *, is_done: bool) -> None:
        with self._lock:
            self._working.remove(eventid)
            if is_done:
                self._done.add(eventid)


class InMemory:
    """Remembers in this process, for examples and tests: a restart forgets, and other processes do not know."""

    def __init__(self) -> None:
        self._eventids = _Eventids()

    def once(self, eventid: str, work: Callable[[None], None]) -> None:
        if not self._eventids.begin(eventid):
            return
        is_done = False
        try:
            work(None)
            is_done = True
        finally:
            self._eventids.end(eventid, is_done=is_done)


class AsyncInMemory:
    """As InMemory, for async work."""

    def __init__(self) -> None:
        self._eventids = _Eventids()

    async def once(self, eventid: str, work: Callable[[None], Awaitable[None]]) -> None:
        if not self._eventids.begin(eventid):
            return
        is_done = False
        try:
            await work(None)
            is_done = True
        finally:
            self._eventids.end(eventid, is_done=is_done)
