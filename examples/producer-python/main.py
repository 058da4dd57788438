"""Publishes the record and the scans of one parcel to Kafka. Format and keys: docs/topics.md."""

import json
import os
import sys
import uuid
from datetime import datetime, timedelta, timezone

from kafka import KafkaProducer
from kafka.errors import KafkaError

BROKERS = os.environ.get("KAFKA_BROKERS", "localhost:9092").split(",")
PREFIX = os.environ.get("TOPIC_PREFIX", "")
ACCOUNT = int(os.environ.get("ACCOUNT", "1"))
COURIER = "dhl-germany"


def hours_ago(hours: int) -> str:
    return (datetime.now(timezone.utc) - timedelta(hours=hours)).isoformat()


def record_of(tracking_number: str) -> dict[str, object]:
    return {
        "schema": "record/1",
        "transfer_id": f"{tracking_number}/record",  # the same at each repetition
        "account": ACCOUNT,
        "action": "upsert",
        "occurred_at": hours_ago(48),
        "references": {
            "courier": COURIER,
            "tracking_number": tracking_number,
            "orderNo": "A-1001",
            "client": "shop-de",
            "warehouse": "W1",
            "destination_country_iso3": "DEU",
            "language": "en",
        },
    }


def scan_of(tracking_number: str, code: str, hours: int, text: str) -> dict[str, object]:
    """The code is the carrier's own. The service reads it by its mapping of the courier."""
    return {
        "schema": "scan/1",
        "scan_id": f"{tracking_number}/{code}",  # the same at each repetition
        "courier": COURIER,
        "tracking_number": tracking_number,
        "occurred_at": hours_ago(hours),
        "carrier_code": code,
        "raw_text": text,
    }


def publish(tracking_number: str) -> int:
    """Returns the number of scans when all in-sync replicas have all messages."""
    scans = [
        scan_of(tracking_number, "ES", 30, "The shipment has been posted by the sender"),
        scan_of(tracking_number, "PO", 8, "The shipment has been loaded onto the delivery vehicle"),
        scan_of(tracking_number, "ZU", 2, "The shipment has been successfully delivered"),
    ]
    # Equal keys go to one partition, so the messages of a parcel stay in order.
    key = f"{COURIER}:{''.join(tracking_number.split()).upper()}".encode()
    messages = [("records", record_of(tracking_number)), *(("scans", scan) for scan in scans)]
    # The default partitioner is murmur2, as in the other producers.
    producer = KafkaProducer(
        bootstrap_servers=BROKERS,
        acks="all",
        enable_idempotence=True,
        allow_auto_create_topics=False,
        delivery_timeout_ms=60_000,
        max_block_ms=30_000,
    )
    try:
        for topic, value in messages:
            producer.send(PREFIX + topic, json.dumps(value).encode(), key).get()
    finally:
        producer.close()
    return len(scans)


if __name__ == "__main__":
    parcel = sys.argv[1] if len(sys.argv) > 1 else f"EXAMPLE-{uuid.uuid4().hex[:8]}"
    try:
        print(f"published 1 record and {publish(parcel)} scans of {COURIER} {parcel}")
    except KafkaError as error:
        sys.exit(f"not published: {error}")
