"""Answers comments on the posts of a profile, which a webhook sends. The key needs posts:write and webhooks:write.

The first start creates the webhook: WEBHOOK_URL is the address at which the server reaches this program.
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pronet import Pronet, PronetError, webhooks

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
profile_id = os.environ["PRONET_PROFILE"]
# The server waits 10 seconds for the response to an event.
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=profile_id, timeout=4, retries=1, max_wait=1)
secret_file = Path(os.environ.get("SECRET_FILE", "webhook.secret"))
if not secret_file.exists():
    created = client.webhooks.create(
        url=os.environ["WEBHOOK_URL"], types=["comment.created"], profile_ids=[profile_id]
    )
    secret_file.touch(mode=0o600)
    secret_file.write_text(created["secret"])
secret = secret_file.read_text()


def answer(event):
    # The log of a profile also has its own comments: a program that answers those never ends.
    if event["actor_profile_id"] == profile_id:
        return
    # The event can come again, and with the same key it is answered once.
    once = client.with_options(idempotency_key=f"answer-{event['id']}")
    comment = once.posts.create_comment(event["object"]["id"], body="Thank you for your comment!")
    print("Answered:", comment["url"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        status = 204
        try:
            payload = webhooks.verify(body, self.headers, secret)
            if payload["type"] == "comment.created":
                answer(payload["data"])
        except webhooks.WebhookError as error:
            print(error, flush=True)
            status = 400
        except PronetError as error:
            print(error, flush=True)
            # What can work later comes again. The rest, such as a comment that is gone, would hold up all later events.
            status = 503 if error.status in (0, 429, 503) else 204
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print("listening", server.server_port, flush=True)
server.serve_forever()
