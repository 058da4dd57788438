"""Receives the webhooks of parcel-event-webhooks: verifies them, understands them, loses none."""

from .headers import Headers
from .once import (
    AsyncInMemory,
    AsyncMemory,
    InMemory,
    Memory,
    async_once_by_event_id,
    once_by_event_id,
)
from .receiver import Answer, AsyncReceiver, Receiver
from .refused import Busy, Refused, RefusedCode
from .types import OperationalData, OperationalEventName, References, Reporting, TrackingData, TrackingEventName
from .webhook import ExpectedDelivery, OperationalWebhook, TrackingWebhook, UnknownWebhook, Webhook, parse

__version__ = "1.0.0rc2"

__all__ = [
    "Answer",
    "AsyncMemory",
    "AsyncInMemory",
    "AsyncReceiver",
    "Busy",
    "ExpectedDelivery",
    "Headers",
    "Memory",
    "OperationalData",
    "OperationalEventName",
    "OperationalWebhook",
    "InMemory",
    "Receiver",
    "References",
    "Refused",
    "RefusedCode",
    "Reporting",
    "TrackingData",
    "TrackingEventName",
    "TrackingWebhook",
    "UnknownWebhook",
    "Webhook",
    "async_once_by_event_id",
    "once_by_event_id",
    "parse",
]
