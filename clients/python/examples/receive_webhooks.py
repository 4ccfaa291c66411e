"""Prints the events of a webhook. In production it is behind a proxy with https."""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pronet import webhooks

SECRET = os.environ.get("WEBHOOK_SECRET", "")
webhooks.sign(b"", SECRET)  # Fails now if the secret is empty or incomplete, not at the first request.
handled: set[str] = set()  # Use your database: every event can arrive more than once.


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            payload = webhooks.verify(body, self.headers, SECRET)
        except webhooks.WebhookError as error:
            self.send_error(400, str(error))
            return
        event_id = payload["data"]["id"]
        if event_id not in handled:
            handled.add(event_id)
            print(event_id, payload["type"], flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


port = int(os.environ.get("PORT", "8790"))
try:
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
except OSError as error:
    sys.exit(f"Cannot listen on port {port}: {error}. Set PORT to another one.")
print("listening", server.server_port, flush=True)
server.serve_forever()
