from __future__ import annotations

import json
import random
import time
from contextlib import closing
from http.client import HTTPResponse
from typing import TYPE_CHECKING, Callable, ContextManager, Generator, Iterator, NamedTuple

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


class EventStream:
    """The events of a stream, as an iterator."""

    cursor: str | None
    """The position after the events that were handled, also if none has happened. Store it when your program ends."""

    def __init__(self, open_after: Open, cursor: str | None) -> None:
        self.cursor = cursor
        self._events = self._read(open_after)

    def __iter__(self) -> Iterator[StreamedEvent]:
        return self

    def __next__(self) -> StreamedEvent:
        return next(self._events)

    def close(self) -> None:
        """Close the connection."""
        self._events.close()

    def _read(self, open_after: Open) -> Generator[StreamedEvent, None, None]:
        with closing(_all_messages(open_after)) as messages:
            for message in messages:
                after = message.id or self.cursor
                if message.data is not None:
                    yield StreamedEvent(json.loads(message.data), after or "")
                # Only now has the event been handled.
                self.cursor = after


def _all_messages(open_after: Open) -> Generator[_Message, None, None]:
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
                        yield message
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
