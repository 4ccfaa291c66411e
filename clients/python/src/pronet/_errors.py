from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .types import ErrorAgent


class PronetError(Exception):
    """A call failed. Branch on `code`; `agent["hint"]` says how to recover."""

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
        broken = [f"{field['path']}: {field['rule']}" for field in (agent or {}).get("fields", [])]
        super().__init__(f"{code}: {message}" + (f" ({', '.join(broken)})" if broken else ""))
        self.code = code
        self.status = status
        self.message = message
        self.agent = cast("ErrorAgent", agent or {})
        self.retry_after = retry_after
        self.request_id = request_id


class ConnectionFailed(PronetError, ConnectionError):
    """There was no response: the server can't be reached, or the connection was lost. `__cause__` says why."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("connection_failed", str(cause) or type(cause).__name__)
