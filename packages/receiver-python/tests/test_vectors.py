"""Every receiver package judges these cases alike."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from helpers import VECTORS, body_of

from parcel_webhooks import AsyncReceiver, Receiver, Refused, TrackingWebhook, Webhook

each_vector = pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["name"])


def judge(vector: dict[str, Any], *, is_async: bool) -> tuple[int, str, Webhook | None]:
    stored: list[Webhook] = []
    refused: list[Refused] = []

    async def store(webhook: Webhook) -> None:
        stored.append(webhook)

    if is_async:
        receiver = AsyncReceiver(vector["secrets"], store, on_refused=refused.append, clock=lambda: vector["now"])
        answer = asyncio.run(receiver.receive(vector["headers"], body_of(vector)))
    else:
        plain = Receiver(vector["secrets"], stored.append, on_refused=refused.append, clock=lambda: vector["now"])
        answer = plain.receive(vector["headers"], body_of(vector))
    assert [answer.text] == [f"{each}\n" for each in refused] or answer.text == ""
    return answer.status, refused[0].code if refused else "ok", stored[0] if stored else None


def facts_of(webhook: Webhook) -> dict[str, Any]:
    facts = {"kind": webhook.kind, "event": webhook.event, "eventid": webhook.eventid, "timestamp": webhook.timestamp}
    if not isinstance(webhook, TrackingWebhook):
        return facts
    expected = webhook.expected_delivery
    return {
        **facts,
        "expectedDelivery": expected
        and {
            "startDate": expected.start_date,
            "endDate": expected.end_date,
            "startTime": expected.start_time,
            "endTime": expected.end_time,
        },
    }


@each_vector
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_vector(vector: dict[str, Any], is_async: bool) -> None:
    status, why, webhook = judge(vector, is_async=is_async)
    assert (status, why) == (vector["answer"], vector["why"])
    assert (webhook and facts_of(webhook)) == vector.get("webhook")


@pytest.mark.parametrize("case", VECTORS["refusedSecrets"], ids=lambda case: case["name"])
def test_refused_secret(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as raised:
        Receiver(case["secrets"], lambda webhook: None)
    assert not any(len(secret) > 6 and secret.strip('"\n') in str(raised.value) for secret in case["secrets"])
