"""Why a receiver does not take a request."""

from typing import Literal

RefusedCode = Literal[
    "missing_header",
    "duplicate_header",
    "bad_timestamp",
    "too_old",
    "too_new",
    "no_known_signature",
    "wrong_signature",
    "changed_body",
    "not_json",
    "not_a_webhook",
    "parsed_body",
    "too_large",
    "method_not_allowed",
    "busy",
]

STATUS: dict[RefusedCode, int] = {
    "missing_header": 401,
    "duplicate_header": 401,
    "bad_timestamp": 401,
    "too_old": 401,
    "too_new": 401,
    "no_known_signature": 401,
    "wrong_signature": 401,
    "changed_body": 401,
    "not_json": 400,
    "not_a_webhook": 400,
    # The webhook is right and the receiver is wrong: a 500 shows it, and the service sends again.
    "parsed_body": 500,
    "too_large": 413,
    "method_not_allowed": 405,
    # Without Retry-After, which would pause all webhooks of this receiver.
    "busy": 503,
}


class Refused(Exception):
    """The receiver does not take the request. Its text is `code: message`; the message says what to do."""

    def __init__(self, code: RefusedCode, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = STATUS[code]


class Busy(Exception):
    """Another request is working on the same webhook. Raise it in a memory: the answer is 503."""


def too_large(max_bytes: int) -> Refused:
    return Refused("too_large", f"The body has more than {max_bytes} bytes. Raise max_bytes if webhooks are larger.")


def parsed_body(found: str) -> Refused:
    return Refused(
        "parsed_body",
        f"The body is {found}, not the bytes as they came. "
        "Pass request.body in Django, await request.body() in FastAPI or Starlette, request.get_data() in Flask.",
    )


def method_not_allowed() -> Refused:
    return Refused("method_not_allowed", "Webhooks come by POST.")


def busy() -> Refused:
    return Refused("busy", "Another request is working on this webhook. The service sends it again.")
