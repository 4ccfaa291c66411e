"""Prints what happens to your profiles and continues where it stopped: API=... KEY=... python3 event-poller.py"""

import json
import os
import sys
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

API = os.environ.get("API", "http://127.0.0.1:3000")
KEY = os.environ["KEY"]
CURSOR_FILE = Path(os.environ.get("CURSOR_FILE", "events.cursor"))


def store(cursor: str) -> None:
    """Written whole or not at all, so that a crash leaves the old cursor or the new one."""
    new = CURSOR_FILE.with_name(CURSOR_FILE.name + ".new")
    new.write_text(cursor)
    new.replace(CURSOR_FILE)


def handle(event: dict[str, Any]) -> None:
    """Your code goes here. After a crash it can get the same event again, with the same id."""
    print(event["type"], event["object"]["type"], event["object"]["id"], flush=True)


def read_after(cursor: str) -> tuple[int, Any]:
    """The status of the response, and its body."""
    request = Request(f"{API}/v1/events?wait=25&cursor={quote(cursor)}", headers={"Authorization": f"Bearer {KEY}"})
    try:
        with urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


cursor = CURSOR_FILE.read_text() if CURSOR_FILE.exists() else "now"
while True:
    try:
        status, body = read_after(cursor)
    except (OSError, HTTPException, ValueError):
        time.sleep(1)  # The server can't be reached, or the response broke off.
        continue
    if body["ok"]:
        for event in body["data"]["items"]:
            handle(event)
        cursor = body["data"]["next_cursor"]
        store(cursor)
    elif status == 429 or status >= 500:
        time.sleep(body["agent"].get("retry_after_seconds", 1))
    else:
        # A cursor expires after 30 days (invalid_cursor); the hint says how to start again.
        sys.exit(f"{body['error_code']} {body['agent']['hint']}")
