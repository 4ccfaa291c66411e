from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any


def text_of(value: Any) -> str:
    """A single value as the API reads it: a moment with its time zone, a day, or any other value."""
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{value!r} has no time zone: use one that has, such as datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def for_json(value: Any) -> str:
    if isinstance(value, date):
        return text_of(value)
    raise TypeError(f"a {type(value).__name__} can't be sent as JSON")
