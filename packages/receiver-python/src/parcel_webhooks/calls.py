"""Calls the shop's functions."""

import inspect
from collections.abc import Callable


def call(function: Callable[..., object], *arguments: object) -> None:
    """Calls a function that is not async. Nobody would await an async one: its webhook would be lost behind a 204."""
    result = function(*arguments)
    if inspect.iscoroutine(result):
        result.close()
    if inspect.isawaitable(result):
        raise TypeError("The function is async. Use AsyncReceiver and async_once_by_event_id.")
