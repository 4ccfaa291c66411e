from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Callable, Iterator
from contextlib import contextmanager

Act = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def act(self) -> None:
        length = int(self.headers.get("content-length", 0))
        self.server.requests.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        self.server.acts.pop(0)(self)

    do_GET = do_POST = do_PATCH = act

    def log_message(self, *_: object) -> None:
        pass


def answer(status: int = 200, body: object = None, **headers: str) -> Act:
    """A response in the envelope, or with a body of its own."""

    def act(handler: Handler) -> None:
        ok = status < 400
        data = {"data": {"items": []} if ok else None, "agent": {"hint": "Go on."}}
        refusal = {} if ok else {"error_code": "rate_limited", "error_message": "Too many calls."}
        text = body if isinstance(body, str) else json.dumps({"ok": ok, **data, **refusal, **(body or {})})
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(text.encode())

    return act


def lose(handler: Handler) -> None:
    """Closes the connection instead of a response."""
    handler.close_connection = True
    handler.wfile.flush()
    handler.connection.close()


def stream(text: str) -> Act:
    """Part of an event stream; then the connection is lost."""

    def act(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(text.encode())
        handler.close_connection = True

    return act


@contextmanager
def scripted(*acts: Act) -> Iterator[tuple[str, list[tuple[str, str, dict[str, str], bytes]]]]:
    """A server that does these acts in order. Gives its address and the requests that it gets."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.acts, server.requests = list(acts), []
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.requests
    finally:
        server.shutdown()
        server.server_close()
