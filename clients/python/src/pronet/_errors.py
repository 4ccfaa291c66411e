from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, cast

if TYPE_CHECKING:
    from .types import ErrorAgent


# Of what is allowed, so many are shown.
MOST_CHOICES = 10

# What the hint refers to, such as the scopes that would do.
FACTS = (
    "required_scopes",
    "required_permission",
    "attached_profile_ids",
    "current_revision",
    "allowed_methods",
    "did_you_mean",
    "console_url",
)


class PronetError(Exception):
    """A call failed. Branch on `code`; `agent["hint"]` says how to recover. `str()` shows all of it."""

    code: str
    """Stable and documented, such as `post_not_found`; `no_envelope` if the response does not come from pronet."""
    status: int
    """The HTTP status; 0 if there was no response."""
    message: str
    agent: ErrorAgent
    """The hint, the invalid `fields` and more; empty if the response does not come from pronet."""
    retry_after: float | None
    """How many seconds the server asks to wait."""
    request_id: str | None
    """Name it when you ask the operator for help."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        agent: dict[str, Any] | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__("\n".join([f"{code}: {message}", *_advice(agent or {}, retry_after)]))
        self.code = code
        self.status = status
        self.message = message
        self.agent = cast("ErrorAgent", agent or {})
        self.retry_after = retry_after
        self.request_id = request_id


def _advice(agent: dict[str, Any], retry_after: float | None) -> Iterator[str]:
    """What helps to recover, a line each, for an error that nobody catches."""
    for field in agent.get("fields", []):
        listed = _listed(field.get("did_you_mean") or field.get("allowed") or [])
        limit = f" {field['limit']}" if "limit" in field else ""
        yield f"  {field['path']}: {field['rule']}{limit}" + (f" ({listed})" if listed else "")
    if agent.get("hint"):
        yield f"  {agent['hint']}"
    for fact in FACTS:
        if fact in agent:
            yield f"  {fact}: {_listed(agent[fact])}"
    if retry_after is not None:
        yield f"  Repeat after {retry_after:g} s."


def _listed(value: Any) -> str:
    values = value if isinstance(value, list) else [value]
    return ", ".join(map(str, values[:MOST_CHOICES])) + (", …" if len(values) > MOST_CHOICES else "")


class ConnectionFailed(PronetError, ConnectionError):
    """There was no response: the server can't be reached, or the connection was lost. `__cause__` says why."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("connection_failed", str(cause) or type(cause).__name__)
