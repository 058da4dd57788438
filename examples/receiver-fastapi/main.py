"""Receives webhooks with FastAPI and stores each event once, in SQLite."""

import json
import os
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI
from parcel_webhooks import Receiver, Webhook, once_by_event_id
from parcel_webhooks.fastapi import route
from parcel_webhooks.sqlite import CREATE_TABLE, SqliteMemory

WEBHOOK_TABLE = """
CREATE TABLE IF NOT EXISTS webhook (eventid TEXT PRIMARY KEY, event TEXT NOT NULL, timestamp TEXT, body TEXT NOT NULL)
"""


def connect() -> sqlite3.Connection:
    return sqlite3.connect("webhooks.db")


def work(webhook: Webhook, tx: sqlite3.Connection) -> None:
    """Runs once per event, in the transaction that remembers the event. Do longer work later, from the table."""
    row = (webhook.eventid, webhook.event, webhook.timestamp, json.dumps(webhook.body))
    tx.execute("INSERT INTO webhook (eventid, event, timestamp, body) VALUES (?, ?, ?, ?)", row)


store_once = once_by_event_id(SqliteMemory(connect), work)


def store(webhook: Webhook) -> None:
    """The answer is 2xx only after this has ended."""
    store_once(webhook)
    parcel = webhook.references["tracking_number"] if webhook.kind == "tracking" else "-"
    print("received", webhook.event, parcel, webhook.eventid, flush=True)


with closing(connect()) as database:
    database.execute(CREATE_TABLE)
    database.execute(WEBHOOK_TABLE)

app = FastAPI()
receiver = Receiver(secret=os.environ["WEBHOOK_SECRET"], store=store)
app.add_api_route("/webhooks", route(receiver), methods=["POST"])

if __name__ == "__main__":
    uvicorn.run(
        app,
        host=os.environ.get("HOST", "0.0.0.0"),
        port=int(os.environ.get("PORT", "8443")),
        ssl_certfile=os.environ.get("TLS_CERT"),
        ssl_keyfile=os.environ.get("TLS_KEY"),
        access_log=False,
    )
