"""What the tests share: signed webhooks, the vectors, and processes that serve."""

from __future__ import annotations

import base64
import hmac
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent
VECTORS = json.loads((PACKAGE.parent / "vectors.json").read_text("utf-8"))
SECRET = "whsec_ASZLcJW63wQpTnOYveIHLFF2m8DlCi9UeZ7D6A0yV3w="
NOW = 1_774_947_600
HANGS_AFTER_SECONDS = 60

DELIVERED: bytes = next(each["body"] for each in VECTORS["vectors"] if each["name"] == "onDelivered, plain").encode()
EVENTID: str = json.loads(DELIVERED)["eventid"]
TRACKING_NUMBER: str = json.loads(DELIVERED)["references"]["tracking_number"]


def body_of(vector: Mapping[str, Any]) -> bytes:
    return vector["body"].encode() if "body" in vector else base64.b64decode(vector["bodyBase64"])


def signed(body: bytes, at: float = NOW) -> dict[str, str]:
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    text = f"msg-1.{int(at)}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, text, "sha256")).decode()
    return {"webhook-id": "msg-1", "webhook-timestamp": str(int(at)), "webhook-signature": f"v1,{signature}"}


def post(port: int, body: bytes = DELIVERED, webhook_id: str = "msg-1") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER_SECONDS)
    try:
        given = {"content-type": "application/json", **signed(body, time.time()), "webhook-id": webhook_id}
        connection.request("POST", "/webhooks", body, given)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


@contextmanager
def process(folder: Path, *arguments: str, **environment: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Runs Python in the folder until it listens on PORT, and ends it. An argument PORT is replaced."""
    port = free_port()
    command = [sys.executable, *(str(port) if each == "PORT" else each for each in arguments)]
    paths = os.pathsep.join([str(PACKAGE / "src"), str(PACKAGE / "tests"), str(folder)])
    env = {**os.environ, "PYTHONPATH": paths, "WEBHOOK_SECRET": SECRET, "PORT": str(port), **environment}
    running = subprocess.Popen(command, cwd=folder, env=env)
    try:
        wait_until_listening(port, running)
        yield port, running
    finally:
        running.kill()
        running.wait()


def wait_until_listening(port: int, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + HANGS_AFTER_SECONDS
    while time.monotonic() < deadline:
        assert running.poll() is None, "the server ended"
        with socket.socket() as each:
            if each.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the server does not listen")
