"""Verifies the signature of a webhook, as Standard Webhooks describes it."""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Sequence

from .headers import Headers, signed_headers
from .refused import Refused

TOLERANCE_SECONDS = 300
MIN_KEY_BYTES = 16

SECRET = re.compile(r"whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")
TIMESTAMP = re.compile(r"[0-9]{1,12}")

# The service writes compact JSON. Whitespace at the edges or at the first field shows that somebody wrote it anew.
REFORMATTED = re.compile(
    rb"""
    ^ [ \t\r\n]                     # before the JSON
    | [ \t\r\n] \Z                  # after the JSON
    | ^ [{\[] [ \t\r\n]             # after the first brace
    | ^ \{ "[^"\\]*" [ \t\r\n]      # after the first key
    | ^ \{ "[^"\\]*" : [ \t\r\n]    # after the colon of the first key
    """,
    re.VERBOSE,
)


def read_keys(secret: str | Sequence[str]) -> list[bytes]:
    """Raises ValueError for a secret that cannot be right. No message shows a secret."""
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    if not secrets:
        raise ValueError("The receiver needs a secret: the signing.secret that the service showed.")
    return [_read_key(each, f"Secret {number} of {len(secrets)}") for number, each in enumerate(secrets, 1)]


def _read_key(secret: object, name: str) -> bytes:
    match = SECRET.fullmatch(secret) if isinstance(secret, str) else None
    if match is None:
        raise ValueError(f"{name} is not whsec_ and base64. Copy it whole, without quotes, blanks and line breaks.")
    key = base64.b64decode(match[1])
    if len(key) < MIN_KEY_BYTES:
        raise ValueError(f"{name} has only {len(key)} bytes; at least {MIN_KEY_BYTES} are needed. Copy it whole.")
    return key


def verify(keys: Sequence[bytes], headers: Headers, body: bytes, now: float) -> None:
    """Raises Refused unless one of the keys signed these bytes less than five minutes ago."""
    id_, timestamp, signatures = signed_headers(headers)
    _check_age(timestamp, now)
    given = [_encode(word[len("v1,") :]) for word in signatures.split(" ") if word.startswith("v1,")]
    if not given:
        raise Refused(
            "no_known_signature", "The header webhook-signature has no signature of version v1. Update this package."
        )
    signed = _encode(f"{id_}.{timestamp}.") + body
    expected = [base64.b64encode(hmac.digest(key, signed, "sha256")) for key in keys]
    if not any(hmac.compare_digest(text, each) for text in given for each in expected):
        raise _unsigned(body)


def _check_age(timestamp: str, now: float) -> None:
    if not TIMESTAMP.fullmatch(timestamp):
        raise Refused("bad_timestamp", "The header webhook-timestamp is not a whole number of seconds since 1970.")
    age = now - int(timestamp)
    if abs(age) < TOLERANCE_SECONDS:
        return
    what = f"{int(abs(age))} seconds {'before' if age > 0 else 'after'} this server's time"
    raise Refused(
        "too_old" if age > 0 else "too_new",
        f"The header webhook-timestamp is {what}; {TOLERANCE_SECONDS} are too many. Check this server's clock (NTP).",
    )


def _unsigned(body: bytes) -> Refused:
    if REFORMATTED.search(body):
        return Refused(
            "changed_body",
            "A proxy or a body parser wrote the JSON anew. Verify the bytes as they came, before any parsing.",
        )
    return Refused(
        "wrong_signature",
        "No secret of this receiver signed these bytes. "
        "Check that the secret is this receiver's, and that the body is the bytes as they came.",
    )


def _encode(header: str) -> bytes:
    # A header may hold anything, even half a surrogate pair: it must be refused, not crash the server.
    return header.encode("utf-8", "surrogatepass")
