"""Finds the three headers of a signed webhook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from .refused import Refused

HeaderValue = str | Sequence[str]


@runtime_checkable
class HasItems(Protocol):
    """A mapping, or the headers of a framework, which may name a header more than once."""

    def items(self) -> Iterable[tuple[str, HeaderValue]]: ...


Headers = HasItems | Iterable[tuple[str, HeaderValue]]

NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature")


def signed_headers(headers: Headers) -> tuple[str, str, str]:
    """Returns id, timestamp and signatures, or raises Refused."""
    found = _values(headers)
    for name in NAMES:
        if all(value.strip(" \t") == "" for value in found[name]):
            raise Refused(
                "missing_header", f"The header {name} is missing or blank. Let proxies pass all webhook-* headers on."
            )
    for name in NAMES:
        if len(found[name]) > 1:
            raise Refused(
                "duplicate_header", f"The header {name} comes more than once. Let no proxy add webhook-* headers."
            )
    return found["webhook-id"][0], found["webhook-timestamp"][0], found["webhook-signature"][0]


def _values(headers: Headers) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {name: [] for name in NAMES}
    for name, value in headers.items() if isinstance(headers, HasItems) else headers:
        if name.lower() in found:
            found[name.lower()].extend([value] if isinstance(value, str) else value)
    return found
