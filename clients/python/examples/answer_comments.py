"""Answers comments on the posts of a profile. A webhook brings them, and the event log what the webhook has missed.

The key needs posts:write, webhooks:write and notifications:read. The first start creates the webhook: WEBHOOK_URL is the
address at which the server reaches this program. Without one, or if the server refuses it, as most do with localhost,
the program reads the stream of events instead.
"""

import os
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn

from pronet import Pronet, PronetError, webhooks
from pronet.types import Event, TestEvent

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
profile_id = os.environ["PRONET_PROFILE"]
# The server waits 10 seconds for the response to an event.
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=profile_id, timeout=4, retries=1, max_wait=1)
cursor_file = Path(os.environ.get("CURSOR_FILE", "events.cursor"))
secret_file = Path(os.environ.get("SECRET_FILE", "webhook.secret"))
handled = sqlite3.connect(os.environ.get("HANDLED_FILE", "handled.db"), check_same_thread=False, isolation_level=None)
handled.execute("create table if not exists events (id text primary key)")
working = threading.Lock()
# The statuses of what can work later; 0 is a lost connection.
LATER = (0, 429, 503)

# Before the webhook exists, so that nothing happens between the two.
if not cursor_file.exists():
    cursor_file.write_text(client.events.list(cursor="now").next_cursor)


def webhook_secret() -> str | None:
    """The secret of the webhook, which is created if there is none. None if the server has no address to send to."""
    if secret_file.exists():
        return secret_file.read_text()
    url = os.environ.get("WEBHOOK_URL")
    if not url:
        return None
    try:
        created = client.webhooks.create(url=url, types=["comment.created"], profile_ids=[profile_id])
    except PronetError as error:
        if error.code != "invalid_webhook_url":
            raise
        print(error, flush=True)
        return None
    secret_file.touch(mode=0o600)
    secret_file.write_text(created["secret"])
    return created["secret"]


def answer(event: Event | TestEvent) -> None:
    """Answers a comment once, from wherever its event comes and however often."""
    if event["type"] != "comment.created":
        return
    # The log of a profile also has its own comments: a program that answers those never ends. Two programs that answer
    # each other's answers don't end either, so only comments on the post itself are answered.
    data = event["data"]
    if event["actor_profile_id"] == profile_id or data["reply_to_post_id"] != data["root_post_id"]:
        return
    with working:
        if handled.execute("select 1 from events where id = ?", (event["id"],)).fetchone():
            return
        # The key covers an end of the program before the last line. It holds for 24 hours, but an event can be sent again
        # for 30 days: that is why its id is stored.
        once = client.with_options(idempotency_key=f"answer-{event['id']}")
        try:
            comment = once.posts.create_comment(event["object"]["id"], body="Thank you for your comment!")
            print("Answered:", comment["url"], flush=True)
        except PronetError as error:
            # What can work later comes again. The rest, such as a comment that is gone, would hold up all later events.
            if error.status in LATER:
                raise
            print(error, flush=True)
        handled.execute("insert into events values (?)", (event["id"],))


def catch_up() -> None:
    """Reads what the webhook has not brought: while this program did not run, or the webhook was disabled."""
    while True:
        try:
            for page in client.events.list(cursor=cursor_file.read_text(), types=["comment.created"]).pages():
                for event in page.items:
                    answer(event)
                cursor_file.write_text(page.next_cursor)
        except PronetError as error:
            print(error, flush=True)
        time.sleep(600)


def follow() -> NoReturn:
    """Answers from the stream of events, which needs no address of this program."""
    while True:
        try:
            for event, cursor in client.events.stream(types=["comment.created"], cursor=cursor_file.read_text()):
                answer(event)
                cursor_file.write_text(cursor)
        except PronetError as error:
            if error.status not in LATER:
                raise
            print(error, flush=True)
            time.sleep(5)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        status = 204
        try:
            answer(webhooks.verify(body, self.headers, secret)["data"])
        except webhooks.WebhookError as error:
            print(error, flush=True)
            status = 400
        except PronetError as error:
            print(error, flush=True)
            status = 503
        self.send_response(status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


found = webhook_secret()
if found is None:
    print("no webhook, reading the stream", flush=True)
    follow()
secret = found
webhooks.sign(b"", secret)  # Fails now if the file with the secret is incomplete, not at the first request.
port = int(os.environ.get("PORT", "8790"))
try:
    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
except OSError as error:
    sys.exit(f"Cannot listen on port {port}: {error}. Set PORT to another one.")
print("listening", server.server_port, flush=True)
threading.Thread(target=catch_up, daemon=True).start()
server.serve_forever()
