from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from typing import Any, cast

import pytest
from helpers import DELIVERED, EVENTID, NOW, SECRET, signed

from parcel_webhooks import (
    Answer,
    AsyncReceiver,
    Busy,
    Receiver,
    Refused,
    TrackingWebhook,
    UnknownWebhook,
    Webhook,
    parse,
)
from parcel_webhooks.headers import Headers


def receiver_of(stored: list[Webhook] | None = None, **options: Any) -> Receiver:
    return Receiver(SECRET, (stored if stored is not None else []).append, **{"clock": lambda: NOW, **options})


def refusal_of(body: bytes) -> str:
    with pytest.raises(Refused) as raised:
        parse(body)
    return raised.value.code


def test_stores_and_answers() -> None:
    stored: list[Webhook] = []
    assert receiver_of(stored).receive(signed(DELIVERED), DELIVERED) == Answer(204)
    (webhook,) = stored
    assert isinstance(webhook, TrackingWebhook)
    assert webhook.data["delivery_status"] == "Delivered"
    assert webhook.references["courier"] == "acme-express"
    assert webhook.reporting["lead_time_end_to_end"] == 6
    assert webhook.body == json.loads(DELIVERED)


@pytest.mark.parametrize("clock", [NOW + 299.9, NOW - 299.9])
def test_takes_a_webhook_within_five_minutes(clock: float) -> None:
    assert receiver_of(clock=lambda: clock).receive(signed(DELIVERED), DELIVERED).status == 204


def test_says_how_wrong_the_clock_is() -> None:
    answer = receiver_of(clock=lambda: NOW + 3600.5).receive(signed(DELIVERED), DELIVERED)
    assert answer.text.startswith("too_old: ") and "3600 seconds before" in answer.text and "NTP" in answer.text


def test_headers_as_pairs_may_repeat() -> None:
    pairs = list(signed(DELIVERED).items())
    assert receiver_of().receive(iter(pairs), DELIVERED).status == 204
    answer = receiver_of().receive([*pairs, ("Webhook-Id", "msg-1")], DELIVERED)
    assert answer.text.startswith("duplicate_header: ")


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
@pytest.mark.parametrize("value", ["\ud800", "ä", "\x00", "٣", "v1,\udcff", "v1," * 5000])
def test_no_header_crashes(name: str, value: str) -> None:
    assert receiver_of().receive({**signed(DELIVERED), name: value}, DELIVERED).status == 401


@pytest.mark.parametrize("body", [{"event": "onDelivered"}, [], "text", None, 5])
def test_refuses_a_parsed_body(body: object) -> None:
    answer = receiver_of().receive(signed(DELIVERED), cast(bytes, body))
    assert answer.status == 500
    assert answer.text.startswith("parsed_body: ") and "request.get_data()" in answer.text


def test_takes_a_bytearray() -> None:
    assert receiver_of().receive(signed(DELIVERED), cast(bytes, bytearray(DELIVERED))).status == 204


def test_refuses_a_large_body() -> None:
    large = b" " * (10 * 1024 * 1024)
    assert receiver_of().receive(signed(large), large).text.startswith("too_large: ")
    assert receiver_of(max_bytes=len(large)).receive(signed(large), large).text.startswith("not_json: ")
    assert receiver_of(max_bytes=len(DELIVERED)).receive(signed(DELIVERED), DELIVERED).status == 204
    assert receiver_of(max_bytes=len(DELIVERED) - 1).receive(signed(DELIVERED), DELIVERED).status == 413


def test_a_store_that_fails_is_sent_again(caplog: pytest.LogCaptureFixture) -> None:
    def store(webhook: Webhook) -> None:
        raise OSError("the password is hunter2")

    answer = Receiver(SECRET, store, clock=lambda: NOW).receive(signed(DELIVERED), DELIVERED)
    assert answer == Answer(500, "store_failed")
    assert EVENTID in caplog.text and "hunter2" in caplog.text


def test_a_store_that_refuses_has_failed() -> None:
    def store(webhook: Webhook) -> None:
        raise Refused("not_json", "Another body.")

    errors: list[Exception] = []
    receiver = Receiver(SECRET, store, clock=lambda: NOW, on_error=lambda error, webhook: errors.append(error))
    assert receiver.receive(signed(DELIVERED), DELIVERED).text == "store_failed"
    assert isinstance(errors[0], Refused)


def test_a_busy_store_is_tried_again_without_a_pause() -> None:
    def store(webhook: Webhook) -> None:
        raise Busy

    answer = Receiver(SECRET, store, clock=lambda: NOW).receive(signed(DELIVERED), DELIVERED)
    assert answer.status == 503 and answer.text.startswith("busy: ")
    assert list(answer.headers) == ["Content-Type"]


def test_an_async_store_needs_an_async_receiver() -> None:
    async def store(webhook: Webhook) -> None:
        raise AssertionError("nobody awaits it")

    errors: list[Exception] = []
    receiver = Receiver(
        SECRET,
        store,  # type: ignore[arg-type]
        clock=lambda: NOW,
        on_error=lambda error, webhook: errors.append(error),
    )
    assert receiver.receive(signed(DELIVERED), DELIVERED).status == 500
    assert "AsyncReceiver" in str(errors[0])


def test_a_refusal_is_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    receiver_of().receive({}, DELIVERED)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING and "missing_header" in record.getMessage()


def test_an_async_store_that_is_cancelled_gives_no_answer() -> None:
    async def store(webhook: Webhook) -> None:
        raise asyncio.CancelledError

    receiver = AsyncReceiver(SECRET, store, clock=lambda: NOW)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(receiver.receive(signed(DELIVERED), DELIVERED))


def test_verify_raises() -> None:
    receiver = receiver_of()
    receiver.verify(signed(DELIVERED), DELIVERED)
    with pytest.raises(Refused, match="wrong_signature: No secret"):
        receiver.verify(signed(DELIVERED), DELIVERED + b"x")


@pytest.mark.parametrize("secret", [None, [None], 5 * [b"whsec_"], SECRET.encode()])
def test_refuses_a_secret_of_another_type(secret: Any) -> None:
    with pytest.raises(ValueError):
        Receiver(secret, lambda webhook: None)


def test_half_surrogate_pairs_do_not_crash() -> None:
    body = rb'{"event":"\ud800","eventid":"\udfff","timestamp":"\ud800"}'
    stored: list[Webhook] = []
    assert receiver_of(stored).receive(signed(body), body).status == 204
    assert isinstance(stored[0], UnknownWebhook)

    def store(webhook: Webhook) -> None:
        raise OSError

    assert Receiver(SECRET, store, clock=lambda: NOW).receive(signed(body), body).status == 500


def test_the_last_of_equal_keys_counts() -> None:
    assert parse(b'{"event":"a","event":"onParked","eventid":"e-1"}').event == "onParked"


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000])
def test_deep_nesting_is_not_json(text: str) -> None:
    assert refusal_of(text.encode()) == "not_json"
    expected = json.dumps({"event": "onCreated", "eventid": "e-1", "data": {"expected_delivery_date_raw": text}})
    webhook = parse(expected.encode())
    assert isinstance(webhook, TrackingWebhook) and webhook.expected_delivery is None


@pytest.mark.parametrize("body", [b"9" * 10_000, b'{"event":1e999}', b"\x00", b'{"event":"a","eventid":"e"}\x00'])
def test_odd_bodies_are_refused(body: bytes) -> None:
    assert refusal_of(body) in ("not_json", "not_a_webhook")


def test_parts_that_are_missing_are_empty() -> None:
    webhook = parse(b'{"event":"onCreated","eventid":"e-1","data":{},"references":5}')
    assert isinstance(webhook, TrackingWebhook)
    assert not webhook.references and not webhook.reporting and webhook.expected_delivery is None


@pytest.mark.parametrize("data", ["5", "{}", '{"data":[]}'])
def test_a_cloud_event_without_data_is_unknown(data: str) -> None:
    type_ = "com.parcel-events.tracking.event.ondelivered"
    webhook = parse(f'{{"specversion":"1.0","id":"e-1","type":"{type_}","data":{data}}}'.encode())
    assert isinstance(webhook, UnknownWebhook) and webhook.event == type_


def test_headers_of_frameworks_fit() -> None:
    given: Iterable[Headers] = [signed(DELIVERED), list(signed(DELIVERED).items()), {"webhook-id": ["a", "b"]}]
    assert [receiver_of().receive(each, DELIVERED).status for each in given] == [204, 204, 401]
