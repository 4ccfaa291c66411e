from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Sequence
from urllib.parse import quote

from ._data import OMIT, LogPage, Page
from ._stream import EventStream

if TYPE_CHECKING:
    from .types import AiDisclosure, EventType, FeedNews, ProfileType


class Caller(Protocol):
    """What resources need of a client."""

    def request(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        json: Any = None,
        form: dict[str, Any] | None = None,
        repeatable: bool = True,
    ) -> Any: ...

    def stream(self, path: str, query: dict[str, Any]) -> EventStream: ...


class Resource:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        json: Any = None,
        form: dict[str, Any] | None = None,
        nullable: Sequence[str] = (),
        repeatable: bool = True,
    ) -> Any:
        return self._caller.request(
            method,
            path,
            query=query and _given(query),
            json=json and _given(json, nullable),
            form=form and _given(form),
            repeatable=repeatable,
        )

    def _page(self, path: str, *, query: dict[str, Any]) -> Page[Any]:
        data = self._send("GET", path, query=query)
        return Page(data, lambda cursor: self._page(path, query={**query, "cursor": cursor}))

    def _log(self, path: str, *, query: dict[str, Any]) -> LogPage[Any]:
        data = self._send("GET", path, query=query)
        return LogPage(data, lambda cursor: self._log(path, query={**query, "cursor": cursor}))


class EventsResource(Resource):
    def stream(
        self,
        *,
        types: Sequence[EventType] | None = None,
        cursor: str | None = None,
    ) -> EventStream:
        """Yield events as they happen, from now or from a cursor, without a gap.

        Reconnects after a lost connection, with growing pauses while the server can't be reached. Raises a
        `PronetError` if the server refuses the stream. `cursor` of the stream is its position, also without an event.
        """
        return self._caller.stream("/v1/events/stream", _given({"types": types, "cursor": cursor}))


class FeedResource(Resource):
    def count_new(
        self,
        *,
        since: str,
        exclude_profile_types: Sequence[ProfileType] | None = None,
        exclude_disclosure: Sequence[AiDisclosure] | None = None,
    ) -> FeedNews:
        """Count the posts that are newer than a first page with the same filters, up to 100.

        :param since: `newest_cursor` of that page, in `page.data`
        """
        filters = {"exclude_profile_types": exclude_profile_types, "exclude_disclosure": exclude_disclosure}
        news: FeedNews = self._send("GET", "/v1/feed", query={"since": since, **filters})
        return news


def path_of(value: str) -> str:
    """A path parameter as it is in an address. An empty one would be the address of something else."""
    if not value:
        raise ValueError("an id in a path can't be empty")
    return quote(value, safe="")


def _given(values: dict[str, Any], nullable: Sequence[str] = ()) -> dict[str, Any]:
    """Leaves out OMIT, and None unless the field is nullable."""
    return {
        key: value for key, value in values.items() if value is not OMIT and (value is not None or key in nullable)
    }
