"""OAuth 2.1 with PKCE: act for members who have allowed your app, without their passwords or keys."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import tempfile
import threading
import time
import webbrowser
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer
from typing import Any, Callable, NamedTuple, Protocol, Sequence, TypedDict, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from ._errors import ConnectionFailed, PronetError
from ._http import LONGEST_WAIT, LOST, Connections, Request, Response, send_with_retries

# An access token is refreshed this many seconds before it expires.
MARGIN = 60.0


class OAuthError(PronetError):
    """The server or the person refused. `code` is the OAuth error, such as `access_denied` or `invalid_grant`."""


class Tokens(TypedDict):
    client_id: str
    access_token: str
    refresh_token: str
    scope: str
    expires_at: float
    """Seconds since 1970."""


class TokenStore(Protocol):
    """Where tokens are kept. Write your own to keep them in a database or keyring, one store for each person."""

    def load(self) -> Tokens | None: ...

    def save(self, tokens: Tokens | None) -> None: ...


class MemoryStore:
    """Keeps tokens until the program ends."""

    def __init__(self) -> None:
        self._tokens: Tokens | None = None

    def load(self) -> Tokens | None:
        return self._tokens

    def save(self, tokens: Tokens | None) -> None:
        self._tokens = tokens


class FileStore:
    """Keeps tokens in a file that only its owner can read. It is written whole or not at all."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.path.abspath(os.path.expanduser(path))

    def load(self) -> Tokens | None:
        try:
            with open(self._path, encoding="utf-8") as file:
                return cast(Tokens, json.load(file))
        except FileNotFoundError:
            return None

    def save(self, tokens: Tokens | None) -> None:
        if tokens is None:
            if os.path.exists(self._path):
                os.remove(self._path)
            return
        folder = os.path.dirname(self._path)
        os.makedirs(folder, exist_ok=True)
        # Files of `mkstemp` are readable by their owner only.
        handle, path = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(tokens, file)
            os.replace(path, self._path)
        except BaseException:
            os.remove(path)
            raise


class Authorization(NamedTuple):
    """Send the person's browser to `url`, and keep the rest until it comes back."""

    url: str
    state: str
    verifier: str
    redirect_uri: str


class OAuth:
    """The authorization of one person. `Pronet(base_url, token=oauth)` uses and refreshes it."""

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str | None = None,
        store: TokenStore | None = None,
        timeout: float = 60.0,
    ) -> None:
        """
        :param client_id: how your app is known to the server: the address of its metadata document, or the id from its
            registration. Without it, `sign_in` registers the program.
        :param store: where tokens are kept. Default: in memory
        """
        self._base_url = base_url.rstrip("/").removesuffix("/v1")
        self._connections = Connections(base_url, timeout)
        self._timeout = timeout
        self._client_id = client_id
        self._store = store or MemoryStore()
        self._server: dict[str, Any] = {}
        self._lock = threading.Lock()

    @property
    def tokens(self) -> Tokens | None:
        return self._store.load()

    def register(self, name: str, redirect_uris: Sequence[str]) -> str:
        """Register the app with the server, and return its client id, which expires if it is not used for a day."""
        fields = {"client_name": name, "redirect_uris": list(redirect_uris)}
        registered = self._call("registration_endpoint", json.dumps(fields), "application/json")
        self._client_id = registered["client_id"]
        return self._client_id

    def authorize(self, redirect_uri: str, scopes: Sequence[str], *, prompt: str | None = None) -> Authorization:
        """Make the address where the person decides what the app may do."""
        state, verifier = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "response_type": "code",
            "client_id": self._known_client(),
            "redirect_uri": redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "resource": self._base_url,
        }
        if prompt:
            query["prompt"] = prompt
        url = f"{self._metadata('authorization_endpoint')}?{urlencode(query)}"
        return Authorization(url, state, verifier, redirect_uri)

    def finish(self, authorization: Authorization, returned_url: str) -> Tokens:
        """Exchange the code in the address that the browser came back to, and store the tokens."""
        answer = {name: values[0] for name, values in parse_qs(urlsplit(returned_url).query).items()}
        # A code that the app did not request, or that comes from another server, is an attack.
        if not secrets.compare_digest(answer.get("state", "").encode(), authorization.state.encode()):
            raise OAuthError("invalid_state", "This is not the answer to the request.")
        if answer.get("iss") != self._metadata("issuer"):
            raise OAuthError("invalid_issuer", "The answer comes from another server.")
        if "code" not in answer:
            raise OAuthError(answer.get("error", "no_code"), answer.get("error_description", "The answer has no code."))
        client_id = self._known_client()
        tokens = self._request_tokens(
            client_id,
            {
                "grant_type": "authorization_code",
                "code": answer["code"],
                "code_verifier": authorization.verifier,
                "redirect_uri": authorization.redirect_uri,
                "resource": self._base_url,
            },
        )
        self._store.save(tokens)
        return tokens

    def access_token(self) -> str:
        """An access token that is valid now; refreshed if necessary. Raises an `OAuthError` if there is none."""
        with self._lock:
            tokens = self._store.load()
            if tokens is None:
                raise OAuthError("not_signed_in", "There are no tokens: the person has to sign in.")
            if tokens["expires_at"] - time.time() < MARGIN:
                tokens = self._refresh(tokens)
            return tokens["access_token"]

    def refused(self, access_token: str) -> None:
        """A `Pronet` calls it when the server refuses a token.

        Refreshes the tokens, and if the server refuses that, too, forgets them and raises an `OAuthError` with
        `invalid_grant`. A token that is not the stored one changes nothing.
        """
        with self._lock:
            tokens = self._store.load()
            if tokens is not None and tokens["access_token"] == access_token:
                self._refresh(tokens)

    def revoke(self) -> None:
        """End the authorization, and forget the tokens."""
        with self._lock:
            tokens = self._store.load()
            if tokens is None:
                return
            fields = {"client_id": tokens["client_id"], "token": tokens["refresh_token"]}
            self._call("revocation_endpoint", urlencode(fields), repeatable=True)
            self._store.save(None)

    def sign_in(
        self,
        scopes: Sequence[str],
        *,
        name: str = "Python program",
        open_browser: Callable[[str], object] | None = None,
        timeout: float = 300,
    ) -> Tokens:
        """For programs on the person's machine: open the browser, wait for the decision, and store the tokens.

        :param open_browser: called with the address. Default: the browser of the system, or a line to copy
        :param name: what the person sees, if the program has no client id and is registered
        """
        with _Listener(timeout) as listener:
            if self._client_id is None:
                self.register(name, ["http://127.0.0.1/back"])
            authorization = self.authorize(f"http://127.0.0.1:{listener.server_address[1]}/back", scopes)
            # Some browsers return only when they are closed.
            threading.Thread(target=open_browser or _open_browser, args=(authorization.url,), daemon=True).start()
            return self.finish(authorization, listener.wait())

    def _refresh(self, tokens: Tokens) -> Tokens:
        client_id = tokens["client_id"]
        fields = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        try:
            # The server accepts the previous token for a minute, so a lost response does no harm.
            tokens = self._request_tokens(client_id, fields, repeatable=True)
        except OAuthError as error:
            if error.code == "invalid_grant":
                self._store.save(None)
            raise
        self._store.save(tokens)
        return tokens

    def _request_tokens(self, client_id: str, fields: dict[str, str], *, repeatable: bool = False) -> Tokens:
        asked_at = time.time()
        answer = self._call("token_endpoint", urlencode({"client_id": client_id, **fields}), repeatable=repeatable)
        return {
            "client_id": client_id,
            "access_token": answer["access_token"],
            "refresh_token": answer["refresh_token"],
            "scope": answer["scope"],
            "expires_at": asked_at + answer["expires_in"],
        }

    def _known_client(self) -> str:
        if self._client_id is None:
            raise ValueError("OAuth needs a client_id; register() returns one")
        return self._client_id

    def _metadata(self, name: str) -> str:
        if not self._server:
            self._server = self._parse(self._send(self._connections, "GET", "/.well-known/oauth-authorization-server"))
        if name not in self._server:
            raise OAuthError("not_supported", f"The server has no {name}.")
        return cast(str, self._server[name])

    def _call(
        self,
        endpoint: str,
        body: str,
        content_type: str = "application/x-www-form-urlencoded",
        *,
        repeatable: bool = False,
    ) -> dict[str, Any]:
        address = self._metadata(endpoint)
        # It may be at another address than the API.
        response = self._send(Connections(address, self._timeout), "POST", "", body.encode(), content_type, repeatable)
        return self._parse(response)

    def _send(
        self,
        connections: Connections,
        method: str,
        path: str,
        body: bytes | None = None,
        content_type: str | None = None,
        repeatable: bool = True,
    ) -> Response:
        headers = {"Accept": "application/json", **({"Content-Type": content_type} if content_type else {})}
        request = Request(method, path, headers, body, repeatable)
        try:
            return send_with_retries(request, connections.send, retries=3, max_wait=LONGEST_WAIT)
        except LOST as error:
            raise ConnectionFailed(error) from error

    def _parse(self, response: Response) -> dict[str, Any]:
        try:
            answer = json.loads(response.body or b"{}")
        except ValueError:
            answer = None
        if response.status in (200, 201) and isinstance(answer, dict):
            return answer
        known = answer if isinstance(answer, dict) else {}
        raise OAuthError(
            known.get("error", "no_oauth"),
            known.get("error_description", "The response does not come from the OAuth server."),
            status=response.status,
            retry_after=response.retry_after,
            request_id=response.headers.get("x-request-id"),
        )


def _open_browser(url: str) -> None:
    if not webbrowser.open(url):
        print("Open this address in a browser on this machine:", url)


class _Listener(TCPServer):
    """Waits on a free port of this machine for the browser to come back."""

    def __init__(self, timeout: float) -> None:
        super().__init__(("127.0.0.1", 0), _Back)
        self.timeout = timeout
        self.returned: str | None = None

    def wait(self) -> str:
        ends_at = time.monotonic() + cast(float, self.timeout)
        while self.returned is None:
            self.timeout = max(0.0, ends_at - time.monotonic())
            if self.timeout == 0:
                raise OAuthError("timeout", "The person did not decide in time.")
            self.handle_request()
        return self.returned


class _Back(BaseHTTPRequestHandler):
    # A connection that a browser opens in advance and does not use.
    timeout = 5

    def do_GET(self) -> None:
        is_answer = self.path.startswith("/back?")
        page = b"<!doctype html><title>pronet</title><p>You can close this page and return to the program."
        self.send_response(200 if is_answer else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if is_answer:
            self.wfile.write(page)
            cast(_Listener, self.server).returned = self.path

    def log_message(self, *_: object) -> None:
        pass
