import base64
import hmac
import json
import unittest
from email.message import Message
from unittest import mock

from pronet import webhooks

# Signed by the reference implementation of Standard Webhooks.
SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH"
ID = "01a1fec7-4f91-73ec-a598-1dfaaa9fdf23"
SENT_AT = 1772442300
SIGNATURE = "v1,wXnVKxWIA0krv5uabn5dGCHAFFOYhHLEHBZW/rXVDL4="
BODY = f'{{"type":"message.created","timestamp":"2026-11-22T10:00:00.000Z","data":{{"id":"{ID}"}}}}'
HEADERS = {"Webhook-Id": ID, "webhook-timestamp": str(SENT_AT), "WEBHOOK-SIGNATURE": SIGNATURE}


def headers(**changes):
    named = {"webhook-id": ID, "webhook-timestamp": str(SENT_AT), "webhook-signature": SIGNATURE}
    return {**named, **{f"webhook-{name}": value for name, value in changes.items()}}


class Verify(unittest.TestCase):
    def at(self, seconds):
        patch = mock.patch("time.time", return_value=SENT_AT + seconds)
        patch.start()
        self.addCleanup(patch.stop)

    def test_genuine_request(self):
        self.at(240)
        message = Message()
        for name, value in HEADERS.items():
            message[name] = value
        for body in (BODY, BODY.encode()):
            for given in (HEADERS, message):
                self.assertEqual(webhooks.verify(body, given, SECRET), json.loads(BODY))

    def test_several_signatures(self):
        self.at(0)
        rotated = headers(signature=f"v1,bm90LW91cnM= v2,{SIGNATURE[3:]} {SIGNATURE}")
        self.assertEqual(webhooks.verify(BODY, rotated, SECRET)["data"]["id"], ID)

    def test_forged_requests(self):
        self.at(0)
        other = "whsec_" + base64.b64encode(b"8" * 24).decode()
        forged = {
            "another secret": (BODY, headers(), other),
            "another body": ("{}", headers(), SECRET),
            "another id": (BODY, headers(id=ID[:-1] + "4"), SECRET),
            "another timestamp": (BODY, headers(timestamp=str(SENT_AT + 1)), SECRET),
            "not a number": (BODY, headers(timestamp="now"), SECRET),
            "other digits": (BODY, headers(timestamp="\u00b2"), SECRET),
            "an unknown version": (BODY, headers(signature=SIGNATURE.replace("v1", "v2")), SECRET),
            "another script": (BODY, headers(signature="v1,ü"), SECRET),
            "no signature": (BODY, {"webhook-id": ID, "webhook-timestamp": str(SENT_AT)}, SECRET),
        }
        for name, (body, given, secret) in forged.items():
            with self.subTest(name), self.assertRaises(webhooks.WebhookError):
                webhooks.verify(body, given, secret)

    def test_signed_body_that_is_not_json(self):
        self.at(0)
        for body in ("{", b"\xff"):
            with self.subTest(body), self.assertRaisesRegex(webhooks.WebhookError, "not JSON"):
                webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)

    def test_incomplete_secrets(self):
        self.at(0)
        signed = f"{ID}.{SENT_AT}.{BODY}".encode()
        for secret in ("", "whsec_", SECRET[:14], "whsec_*"):
            key = base64.b64decode(secret.removeprefix("whsec_"))
            forged = "v1," + base64.b64encode(hmac.new(key, signed, "sha256").digest()).decode()
            for call in (
                lambda secret=secret, forged=forged: webhooks.verify(BODY, headers(signature=forged), secret),
                lambda secret=secret: webhooks.sign(BODY, secret),
            ):
                with self.subTest(secret), self.assertRaisesRegex(ValueError, "empty or incomplete") as raised:
                    call()
                self.assertNotIsInstance(raised.exception, webhooks.WebhookError)

    def test_signs_what_it_verifies(self):
        self.at(0)
        self.assertEqual(webhooks.sign(BODY, SECRET, id=ID), headers())
        self.assertEqual(webhooks.sign(BODY.encode(), SECRET, id=ID, timestamp=SENT_AT + 0.9), headers())
        old = webhooks.sign(BODY, SECRET, timestamp=SENT_AT - 400)
        with self.assertRaises(webhooks.WebhookError):
            webhooks.verify(BODY, old, SECRET)
        self.assertEqual(webhooks.verify(BODY, old, SECRET, tolerance=500), json.loads(BODY))

    def test_old_and_future_requests(self):
        for seconds in (301, -301):
            self.at(seconds)
            with self.assertRaises(webhooks.WebhookError):
                webhooks.verify(BODY, HEADERS, SECRET)
            self.assertTrue(webhooks.verify(BODY, HEADERS, SECRET, tolerance=600))


if __name__ == "__main__":
    unittest.main()
