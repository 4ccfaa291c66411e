from __future__ import annotations

import copy
import json as jsonlib
import platform
import secrets
from contextlib import contextmanager
from datetime import date
from http.client import HTTPResponse
from typing import Any, Callable, Iterator, Protocol, Union
from urllib.parse import urlencode

from ._data import OMIT, Omit, with_agent
from ._errors import ConnectionFailed, PronetError
from ._http import LONGEST_WAIT, LOST, Connections, Request, Response, retry_after_of, send_with_retries
from ._multipart import encode_form
from ._operations import VERSION, Operations
from ._stream import SILENCE, EventStream, Refused
from ._times import for_json, text_of



class TokenSource(Protocol):
    """What an `OAuth` does for a client."""

    def access_token(self) -> str: ...

    def refused(self, access_token: str) -> None: ...


Token = Union[str, Callable[[], str], TokenSource]

USER_AGENT = f"pronet-python/{VERSION} Python/{platform.python_version()}"


class Pronet(Operations):
    """A client of one server. Its attributes are the resources of the API: `client.posts.create(body="Hello!")`.

    It sends the credential, the acting profile and an `Idempotency-Key` for every write, repeats calls where that is
    safe, and unpacks the envelope. Threads may share it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: Token | None = None,
        profile_id: str | None = None,
        retries: int = 3,
        max_wait: float = LONGEST_WAIT,
        timeout: float = 60.0,
    ) -> None:
        """
        :param base_url: the address of the server, such as `https://network.example.com`
        :param token: an API key, a session token, an OAuth access token, a function that returns one, or an `OAuth`,
            which learns from a call that its session has ended. Without it, calls are anonymous.
        :param profile_id: the acting profile
        :param retries: how often a call is repeated after 429, 503 or a lost connection
        :param max_wait: if the server asks to wait for more seconds than this, its error is raised immediately
        :param timeout: how many seconds the server may be silent during a call
        """
        super().__init__(self)
        self._connections = Connections(base_url, timeout)
        self._token = token
        self._profile_id = profile_id
        self._retries = retries
        self._max_wait = max_wait
        self._idempotency_key: str | None = None
        self._dry_run = False

    def with_options(
        self,
        *,
        token: Token | None | Omit = OMIT,
        profile_id: str | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        retries: int | Omit = OMIT,
        max_wait: float | Omit = OMIT,
    ) -> Pronet:
        """A client that differs in these options and shares the connections of this one.

        For example, `client.with_options(dry_run=True).posts.create(...)` checks a write and stores nothing. An
        `idempotency_key` of your own is for one write: a key that is used for another one is refused.
        """
        other = copy.copy(self)
        changes = {
            "_token": token,
            "_profile_id": profile_id,
            "_idempotency_key": idempotency_key,
            "_dry_run": dry_run,
            "_retries": retries,
            "_max_wait": max_wait,
        }
        vars(other).update({name: value for name, value in changes.items() if value is not OMIT})
        Operations.__init__(other, other)
        return other

    def close(self) -> None:
        """Close the idle connections. A later call opens new ones."""
        self._connections.close()

    def __enter__(self) -> Pronet:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        json: Any = None,
        form: dict[str, Any] | None = None,
        repeatable: bool = True,
    ) -> Any:
        """Call an operation by method and path, for example one that is newer than this client. Returns its data."""
        headers = self._headers()
        body = None
        if form is not None:
            body, headers["Content-Type"] = encode_form(form)
        elif json is not None:
            body, headers["Content-Type"] = jsonlib.dumps(json, default=for_json).encode(), "application/json"
        is_write = method not in ("GET", "HEAD")
        if is_write and repeatable:
            # The same key for all repeats of this write, so that it happens once.
            headers["Idempotency-Key"] = self._idempotency_key or secrets.token_hex(16)
        if is_write and self._dry_run:
            headers["Dry-Run"] = "true"
        # The server ignores the key of anonymous requests.
        once = repeatable and (not is_write or "Authorization" in headers)
        request = Request(method, path + _query_of(query), headers, body, once)
        try:
            response = send_with_retries(
                request,
                self._connections.send,
                retries=self._retries if repeatable else 0,
                max_wait=self._max_wait,
                asks_to_repeat=_is_in_progress,
            )
        except LOST as error:
            raise ConnectionFailed(error) from error
        envelope = _envelope_of(response.body)
        if envelope is None or "error_code" in envelope:
            raise self._refusal(error_of(response.status, response.headers, envelope), headers)
        return with_agent(envelope["data"], envelope["agent"])

    def stream(self, path: str, query: dict[str, Any]) -> EventStream:
        @contextmanager
        def open_after(last: str | None) -> Iterator[HTTPResponse | Refused]:
            headers = {**self._headers(), "Accept": "text/event-stream", "Accept-Encoding": "identity"}
            if last:
                headers["Last-Event-ID"] = last
            connection = self._connections.open(timeout=SILENCE)
            try:
                response = self._connections.begin(connection, Request("GET", path + _query_of(query), headers))
                if response.headers.get_content_type() == "text/event-stream":
                    yield response
                else:
                    yield self._wait_of(response, headers)
            finally:
                connection.close()

        return EventStream(open_after, query.get("cursor"))

    def _headers(self) -> dict[str, str]:
        headers = {"User-Agent": USER_AGENT, "Accept": "application/json", "Accept-Encoding": "gzip"}
        token = self._token
        sent = token if token is None or isinstance(token, str) else token() if callable(token) else token.access_token()
        if sent:
            headers["Authorization"] = f"Bearer {sent}"
        if self._profile_id:
            headers["X-Profile-Id"] = self._profile_id
        return headers

    def _refusal(self, error: PronetError, headers: dict[str, str]) -> PronetError:
        """If the session of an `OAuth` has ended, it raises its own error."""
        sent = headers.get("Authorization", "").removeprefix("Bearer ")
        token = self._token
        if error.status == 401 and sent and token is not None and not isinstance(token, str) and not callable(token):
            token.refused(sent)
        return error

    def _wait_of(self, response: HTTPResponse, headers: dict[str, str]) -> Refused:
        """How long the server asks to wait. Raises if waiting does not help."""
        body = response.read()
        if response.status < 500 and response.status != 429:
            raise self._refusal(error_of(response.status, response.headers, _envelope_of(body)), headers)
        return Refused(retry_after_of(response.headers) or 0.0)


def _query_of(query: dict[str, Any] | None) -> str:
    return "?" + urlencode({name: _text_of(value) for name, value in query.items()}) if query else ""


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return text_of(value) if isinstance(value, (str, int, float, date)) else ",".join(map(str, value))


def _envelope_of(body: bytes) -> dict[str, Any] | None:
    """None for a response that does not come from pronet, such as the page of a proxy, whatever its status."""
    try:
        envelope = jsonlib.loads(body)
    except ValueError:
        return None
    return envelope if isinstance(envelope, dict) and "data" in envelope and "agent" in envelope else None


def _is_in_progress(response: Response) -> bool:
    """After a lost connection the server may still process the first attempt."""
    envelope = _envelope_of(response.body) if response.status == 409 else None
    return envelope is not None and envelope.get("error_code") == "idempotency_in_progress"


def error_of(status: int, headers: Any, envelope: dict[str, Any] | None) -> PronetError:
    known = envelope or {
        "error_code": "no_envelope",
        "error_message": "The response does not come from pronet, but from something in between.",
        "agent": {},
    }
    return PronetError(
        known["error_code"],
        known["error_message"],
        status=status,
        agent=known["agent"],
        retry_after=retry_after_of(headers),
        request_id=headers.get("x-request-id"),
    )
