from __future__ import annotations

import json
import random
import time
from http.client import HTTPResponse
from typing import TYPE_CHECKING, Callable, ContextManager, Iterator, NamedTuple

from ._http import LOST

if TYPE_CHECKING:
    from .types import Event

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
# Three heartbeats: the connection is dead, even if nobody has said so.
SILENCE = 45.0


class StreamedEvent(NamedTuple):
    """An event, and the cursor after it: store it when you have handled the event."""

    event: Event
    cursor: str


class Refused(NamedTuple):
    """The server is busy and asks to wait."""

    seconds: float


# Opens the stream after an id, or at its start for None.
Open = Callable[["str | None"], "ContextManager[HTTPResponse | Refused]"]


def stream_events(open_after: Open) -> Iterator[StreamedEvent]:
    last: str | None = None
    retry = FIRST_PAUSE
    failures = 0
    while True:
        asked = 0.0
        try:
            with open_after(last) as response:
                if isinstance(response, Refused):
                    asked = response.seconds
                else:
                    for message in _messages(response):
                        failures = -1
                        retry = message.retry or retry
                        last = message.id or last
                        if message.data is not None:
                            yield StreamedEvent(json.loads(message.data), last or "")
        except LOST:
            pass
        pause = min(retry * 2 ** max(failures, 0), LONGEST_PAUSE) * random.uniform(0.5, 1)
        time.sleep(max(pause, asked))
        failures = min(failures + 1, 10)


class _Message(NamedTuple):
    id: str | None
    data: str | None
    retry: float | None


def _messages(lines: HTTPResponse) -> Iterator[_Message]:
    """The blocks of a stream of server-sent events. A block that is cut off does not count."""
    fields: dict[str, list[str]] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        retry = fields.get("retry", [""])[-1]
        yield _Message(
            id=fields["id"][-1] if "id" in fields else None,
            data="\n".join(fields["data"]) if "data" in fields else None,
            retry=int(retry) / 1000 if retry.isdecimal() else None,
        )
        fields = {}
