"""A server that kills itself at the moment that the file `kill` names: in the work, or before the answer."""

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from wsgiref.simple_server import make_server

from parcel_webhooks import Receiver, Webhook, once_by_event_id
from parcel_webhooks.sqlite import CREATE_TABLE, SqliteMemory
from parcel_webhooks.wsgi import application


def connect() -> sqlite3.Connection:
    return sqlite3.connect("shop.db")


def kill_at(moment: str) -> None:
    if Path("kill").exists() and Path("kill").read_text() == moment:
        os.kill(os.getpid(), signal.SIGKILL)


def work(webhook: Webhook, tx: sqlite3.Connection) -> None:
    tx.execute("INSERT INTO thanks VALUES (?)", (webhook.eventid,))
    kill_at("work")


store_once = once_by_event_id(SqliteMemory(connect), work)


def store(webhook: Webhook) -> None:
    store_once(webhook)
    kill_at("answer")


with closing(connect()) as shop:
    shop.execute(CREATE_TABLE)
    shop.execute("CREATE TABLE IF NOT EXISTS thanks (eventid TEXT)")

receiver = Receiver(secret=os.environ["WEBHOOK_SECRET"], store=store)
make_server("127.0.0.1", int(os.environ["PORT"]), application(receiver)).serve_forever()
