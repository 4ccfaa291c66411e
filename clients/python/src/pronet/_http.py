from __future__ import annotations

import gzip
import random
import time
from base64 import b64encode
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Callable, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

FIRST_PAUSE = 0.25
# Most limits are for a minute.
LONGEST_WAIT = 65.0
# Servers close idle connections: nginx after 75 s, and Node.js after 5 s or more.
LONGEST_IDLE = 4.0

# What a lost connection raises; OSError includes TimeoutError and the errors of TLS.
LOST = (OSError, HTTPException)


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None
    repeatable: bool = True
    """Whether it may be sent again when nobody knows if the server has received it."""


class Response(NamedTuple):
    status: int
    headers: Message
    body: bytes

    @property
    def retry_after(self) -> float | None:
        return retry_after_of(self.headers)


def retry_after_of(headers: Message) -> float | None:
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return None


class Connections:
    """Connections to one server, which are kept open and shared by threads. Heeds the usual variables for proxies."""

    def __init__(self, base_url: str, timeout: float) -> None:
        self._idle: list[tuple[float, HTTPConnection]] = []
        address = urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError("base_url must begin with https:// or http://")
        # The address of the API is that of the server: paths begin with /v1.
        self._root = address.path.rstrip("/").removesuffix("/v1")
        self._is_secure = address.scheme == "https"
        self._host = address.hostname
        self._port = address.port or (443 if self._is_secure else 80)
        self._timeout = timeout
        proxy = None if proxy_bypass(self._host) else getproxies().get(address.scheme)
        self._proxy = urlsplit(proxy if "://" in proxy else f"http://{proxy}") if proxy else None
        if self._proxy and not self._is_secure:
            self._root = f"http://{address.netloc}{self._root}"

    def send(self, request: Request) -> Response:
        connection = self._take()
        try:
            response = self.begin(connection, request)
            body = response.read()
        except BaseException:
            connection.close()
            raise
        if not response.will_close:
            self._idle.append((time.monotonic(), connection))
        if response.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Response(response.status, response.headers, body)

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    # Otherwise Python warns of open sockets.
    __del__ = close

    def open(self, timeout: float | None = None) -> HTTPConnection:
        kind = HTTPSConnection if self._is_secure else HTTPConnection
        timeout = timeout or self._timeout
        if not self._proxy:
            return kind(self._host, self._port, timeout=timeout)
        connection = kind(self._proxy.hostname or "", self._proxy.port or 80, timeout=timeout)
        if self._is_secure:
            connection.set_tunnel(self._host, self._port, headers=self._proxy_headers())
        return connection

    def begin(self, connection: HTTPConnection, request: Request) -> HTTPResponse:
        """Send a request and read the head of the response."""
        headers = request.headers if self._is_secure else {**request.headers, **self._proxy_headers()}
        try:
            connection.request(request.method, self._root + request.path, request.body, headers)
        except (BrokenPipeError, ConnectionResetError):
            # The server may have refused an upload before it was complete. Its response says why.
            pass
        return connection.getresponse()

    def _take(self) -> HTTPConnection:
        while self._idle:
            since, connection = self._idle.pop()
            if time.monotonic() - since < LONGEST_IDLE:
                return connection
            connection.close()
        return self.open()

    def _proxy_headers(self) -> dict[str, str]:
        if not self._proxy or not self._proxy.username:
            return {}
        secret = f"{unquote(self._proxy.username)}:{unquote(self._proxy.password or '')}"
        return {"Proxy-Authorization": "Basic " + b64encode(secret.encode()).decode()}


def send_with_retries(
    request: Request,
    send: Callable[[Request], Response],
    *,
    retries: int,
    max_wait: float,
    asks_to_repeat: Callable[[Response], bool] = lambda _response: False,
) -> Response:
    """Repeat a request after 429, 503 and a lost connection, and return or raise what the last attempt led to.

    A request that is not `repeatable` is repeated only after 429: then the server has done nothing. `asks_to_repeat`
    finds other responses to a second attempt that ask for a third.
    """
    attempt = 0
    while True:
        pause = FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1.5)
        try:
            response = send(request)
        except LOST:
            if attempt >= retries or not request.repeatable:
                raise
        else:
            asked = response.status == 429 or (response.status == 503 and request.repeatable)
            if attempt >= retries or not (asked or (attempt > 0 and asks_to_repeat(response))):
                return response
            pause = pause if response.retry_after is None else response.retry_after
            if pause > max_wait:
                return response
        time.sleep(pause)
        attempt += 1
