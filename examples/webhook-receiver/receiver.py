"""Receives webhooks of pronet, with the standard library alone: WEBHOOK_SECRET=whsec_... python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
if len(KEY) < 24:  # With an empty key, everyone could sign.
    sys.exit("WEBHOOK_SECRET is empty or incomplete. It begins with whsec_.")
done: set[str] = set()  # Use your database: every event can arrive more than once.


def is_genuine(headers: Message, body: bytes) -> bool:
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(b"v1," + expected, each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        event_id = self.headers.get("webhook-id", "")
        if genuine and event_id not in done:
            done.add(event_id)
            print(event_id, json.loads(body)["type"], flush=True)
        self.send_response(204 if genuine else 400)
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
