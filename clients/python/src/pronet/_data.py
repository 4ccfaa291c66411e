from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterator, Literal, TypeVar, cast

if TYPE_CHECKING:
    from typing_extensions import Self, TypeAlias

    from .types import Agent

Item = TypeVar("Item")


class _Omit(Enum):
    OMIT = "OMIT"

    def __repr__(self) -> str:
        return "OMIT"


OMIT = _Omit.OMIT
"""Leaves an argument out, where None has a meaning of its own: it clears the field."""
Omit: TypeAlias = Literal[_Omit.OMIT]


class _Dict(dict):  # type: ignore[type-arg]
    agent: Agent


class _List(list):  # type: ignore[type-arg]
    agent: Agent


def with_agent(data: Any, agent: Agent) -> Any:
    """The data of an envelope, which remembers the `agent` next to it."""
    kept: Any = _Dict(data) if isinstance(data, dict) else _List(data)
    kept.agent = agent
    return kept


def agent_of(result: object) -> Agent:
    """The `agent` that came with a result: what to do next, and the mirror of some headers.

    Works with what a call returned, not with a part or a copy of it.
    """
    return cast("Agent", getattr(result, "agent"))


class Page(Generic[Item]):
    """One page of a list. Iterating yields its items and those of all pages after it, which are fetched on demand."""

    items: list[Item]
    next_cursor: str | None
    """The cursor of the next page; None on the last one."""
    data: dict[str, Any]
    """All fields of the page: some lists have more than items."""
    agent: Agent

    def __init__(self, data: Any, fetch: Callable[[str], Self]) -> None:
        self.items = data["items"]
        self.next_cursor = data["next_cursor"]
        self.data = data
        self.agent = agent_of(data)
        self._fetch = fetch

    def next_page(self) -> Self | None:
        # A log has a cursor after its last event, too.
        is_last = self.next_cursor is None or self.data.get("has_more") is False
        return None if is_last else self._fetch(cast(str, self.next_cursor))

    def pages(self) -> Iterator[Self]:
        """This page and all pages after it."""
        page: Self | None = self
        while page:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

    def __repr__(self) -> str:
        is_last = self.next_cursor is None or self.data.get("has_more") is False
        return f"<Page of {len(self.items)} items, {'the last one' if is_last else 'more follow'}>"


class LogPage(Page[Item]):
    """A page of a log, such as of events: the last one has a cursor, too, from which the log can be read on later."""

    next_cursor: str
