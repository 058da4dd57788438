"""Understands the body of a webhook, plain or as a CloudEvent."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, cast, get_args

from .refused import Refused, parsed_body
from .types import OperationalData, OperationalEventName, References, Reporting, TrackingData, TrackingEventName

Json = Mapping[str, Any]


@dataclass(frozen=True)
class ExpectedDelivery:
    """Local dates and times of the recipient, as texts. The times are None when only days are known."""

    start_date: str
    end_date: str
    start_time: str | None
    end_time: str | None


@dataclass(frozen=True, kw_only=True)
class TrackingWebhook:
    """One of the eleven events of a parcel."""

    kind: Literal["tracking"] = "tracking"
    event: TrackingEventName
    eventid: str
    timestamp: str | None
    references: References
    data: TrackingData
    reporting: Reporting
    expected_delivery: ExpectedDelivery | None
    body: Json


@dataclass(frozen=True, kw_only=True)
class OperationalWebhook:
    """One of the five events about the shop's own receivers."""

    kind: Literal["operational"] = "operational"
    event: OperationalEventName
    eventid: str
    timestamp: str | None
    data: OperationalData
    body: Json


@dataclass(frozen=True, kw_only=True)
class UnknownWebhook:
    """An event that this version does not know. Store `body`, or ignore it."""

    kind: Literal["unknown"] = "unknown"
    event: str
    eventid: str
    timestamp: str | None
    body: Json


Webhook = TrackingWebhook | OperationalWebhook | UnknownWebhook

TRACKING_EVENTS: dict[str, TrackingEventName] = {name: name for name in get_args(TrackingEventName)}
TRACKING_EVENTS_IN_LOWER_CASE = {name.lower(): event for name, event in TRACKING_EVENTS.items()}
OPERATIONAL_EVENTS: dict[str, OperationalEventName] = {name: name for name in get_args(OperationalEventName)}

TRACKING_TYPE = re.compile(r"com\..+\.tracking\.event\.([^.]+)")
OPERATIONAL_TYPE = re.compile(r"com\..+\.operational\.([^.]+\.[^.]+)")


def parse(body: bytes) -> Webhook:
    """Raises Refused for bytes that are no webhook. Verify the signature first."""
    decoded = _decode_body(as_bytes(body))
    if not isinstance(decoded, dict):
        raise _not_a_webhook("The body is JSON, but no object.")
    return _parse_cloud_event(decoded) if isinstance(decoded.get("specversion"), str) else _parse_plain(decoded)


def as_bytes(body: object) -> bytes:
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise parsed_body(f"of type {type(body).__name__}")
    return bytes(body)


def _parse_plain(body: Json) -> Webhook:
    is_tracking = isinstance(body.get("event"), str)
    name = _required_text(body, "event" if is_tracking else "type")
    eventid = _required_text(body, "eventid")
    timestamp = _text(body.get("timestamp"))
    data = body.get("data")
    if isinstance(data, dict):
        if is_tracking and name in TRACKING_EVENTS:
            return _tracking(TRACKING_EVENTS[name], eventid, timestamp, body, body)
        if not is_tracking and name in OPERATIONAL_EVENTS:
            return _operational(OPERATIONAL_EVENTS[name], eventid, timestamp, data, body)
    return UnknownWebhook(event=name, eventid=eventid, timestamp=timestamp, body=body)


def _parse_cloud_event(body: Json) -> Webhook:
    type_ = _required_text(body, "type")
    eventid = _required_text(body, "id")
    timestamp = _text(body.get("time"))
    data = body.get("data")
    if isinstance(data, dict):
        tracking = TRACKING_TYPE.fullmatch(type_)
        if tracking and tracking[1] in TRACKING_EVENTS_IN_LOWER_CASE and isinstance(data.get("data"), dict):
            return _tracking(TRACKING_EVENTS_IN_LOWER_CASE[tracking[1]], eventid, timestamp, data, body)
        operational = OPERATIONAL_TYPE.fullmatch(type_)
        if operational and operational[1] in OPERATIONAL_EVENTS:
            return _operational(OPERATIONAL_EVENTS[operational[1]], eventid, timestamp, data, body)
    return UnknownWebhook(event=type_, eventid=eventid, timestamp=timestamp, body=body)


def _tracking(
    event: TrackingEventName, eventid: str, timestamp: str | None, parts: Json, body: Json
) -> TrackingWebhook:
    # The casts promise more than is checked. A newer service may add fields and words, and they must not fail here.
    return TrackingWebhook(
        event=event,
        eventid=eventid,
        timestamp=timestamp,
        references=cast(References, _object(parts.get("references"))),
        data=cast(TrackingData, parts["data"]),
        reporting=cast(Reporting, _object(parts.get("reporting"))),
        expected_delivery=_expected_delivery(parts["data"].get("expected_delivery_date_raw")),
        body=body,
    )


def _operational(
    event: OperationalEventName, eventid: str, timestamp: str | None, data: Json, body: Json
) -> OperationalWebhook:
    return OperationalWebhook(
        event=event, eventid=eventid, timestamp=timestamp, data=cast(OperationalData, data), body=body
    )


def _expected_delivery(raw: object) -> ExpectedDelivery | None:
    """None means unknown, in whatever form the service says so."""
    if isinstance(raw, str):
        raw = _decode_or_none(raw)
    if not isinstance(raw, dict):
        return None
    start_date, end_date = _text(raw.get("startDate")), _text(raw.get("endDate"))
    if start_date is None or end_date is None:
        return None
    return ExpectedDelivery(start_date, end_date, _text(raw.get("startTime")), _text(raw.get("endTime")))


def _decode_body(body: bytes) -> object:
    try:
        return _decode(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refused(
            "not_json", "The body is not JSON in UTF-8, although its signature is right. Tell the service's operator."
        ) from None


def _decode_or_none(text: str) -> object:
    try:
        return _decode(text)
    except (ValueError, RecursionError):
        return None


def _decode(text: str) -> object:
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _required_text(body: Json, field: str) -> str:
    value = _text(body.get(field))
    if not value:
        raise _not_a_webhook(f"The field {field} is not a text, or it is empty.")
    return value


def _not_a_webhook(what: str) -> Refused:
    return Refused("not_a_webhook", f"{what} Check which sender knows this receiver's secret.")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}
