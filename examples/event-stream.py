"""Prints what happens to your profiles, as it happens: API=... KEY=... python3 event-stream.py"""

import json
import os
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ.get("API", "http://127.0.0.1:3000")
KEY = os.environ["KEY"]
SILENT_MS = int(os.environ.get("SILENT_MS", "45000"))
last_id = os.environ.get("CURSOR", "")
retry_ms = 1000


def handle(fields: dict[str, str]) -> None:
    """One block of the stream. Lines that begin with a colon are comments, which show that it is alive."""
    global last_id, retry_ms
    if "retry" in fields:
        retry_ms = int(fields["retry"])
    if "data" in fields:
        event = json.loads(fields["data"])
        print(event["type"], event["object"]["type"], event["object"]["id"], flush=True)
    # Only now: after a crash, start with the CURSOR that you have stored here.
    if "id" in fields:
        last_id = fields["id"]


def read_stream() -> None:
    headers = {"Authorization": f"Bearer {KEY}", **({"Last-Event-ID": last_id} if last_id else {})}
    # Nothing for 45 s, not even a comment: the connection is dead.
    with urlopen(Request(f"{API}/v1/events/stream", headers=headers), timeout=SILENT_MS / 1000) as response:
        fields: dict[str, str] = {}
        for line in response:
            name, _, value = line.decode().rstrip("\n").partition(":")
            if name:
                fields[name] = value.removeprefix(" ")
            elif line == b"\n":
                handle(fields)
                fields = {}


while True:
    try:
        read_stream()
    except HTTPError as error:
        with error:
            text = error.read()
        if error.code != 429 and error.code < 500:
            body = json.loads(text)
            sys.exit(f"{body['error_code']} {body['agent']['hint']}")
        time.sleep(float(error.headers.get("Retry-After", 0)))
    except (OSError, HTTPException):
        pass
    # The stream has ended or could not be opened. The next one continues after the last id.
    time.sleep(retry_ms / 1000)
