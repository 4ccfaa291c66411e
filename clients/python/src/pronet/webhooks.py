"""Verification and signing of webhook requests (Standard Webhooks, https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Iterable, Protocol, TypedDict, cast

if TYPE_CHECKING:
    from .types import Event, TestEvent


class Headers(Protocol):
    """The headers of a request: a dict, or those of a framework."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookPayload(TypedDict):
    type: str
    timestamp: str
    data: Event | TestEvent


class WebhookError(ValueError):
    """The request does not come from the server, or somebody sent it again. Respond with 400."""


def verify(payload: bytes | str, headers: Headers, secret: str, *, tolerance: float = 300) -> WebhookPayload:
    """Check the signature of a webhook request, and return its parsed body, whose `data` is the event.

    While a secret is being rotated, each request has a signature for both secrets.

    :param payload: the body as it arrived, before it is parsed
    :param headers: the headers of the request, in any case
    :param secret: that of the webhook; an empty or incomplete one is a `ValueError`, not a `WebhookError`
    :param tolerance: how many seconds the timestamp may be from now, so that nobody can send an old request again
    """
    key = _key_of(secret)
    named = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent_at, signatures = (named[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise WebhookError(f"The header {error.args[0]} is missing.") from None
    # Not `isdecimal`, which accepts the digits of other scripts.
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > tolerance:
        raise WebhookError("The timestamp is too old or new.")
    wanted = _signature_of(payload, key, message_id, sent_at).encode()
    if not any(hmac.compare_digest(wanted, each.encode()) for each in signatures.split(" ")):
        raise WebhookError("No signature matches.")
    try:
        return cast("WebhookPayload", json.loads(payload))
    except ValueError:
        raise WebhookError("The body is not JSON.") from None


def sign(payload: bytes | str, secret: str, *, id: str = "test", timestamp: float | None = None) -> dict[str, str]:
    """Sign a body as the server does, and return the headers of the request: for tests of your own receiver.

    :param id: `webhook-id`, the id of the event
    :param timestamp: when it is sent, in seconds since 1970; now by default
    """
    sent_at = str(int(time.time() if timestamp is None else timestamp))
    signature = _signature_of(payload, _key_of(secret), id, sent_at)
    return {"webhook-id": id, "webhook-timestamp": sent_at, "webhook-signature": signature}


def _signature_of(payload: bytes | str, key: bytes, message_id: str, sent_at: str) -> str:
    body = payload.encode() if isinstance(payload, str) else payload
    signed = f"{message_id}.{sent_at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    # With an empty key, everyone could sign. This is no fault of the sender, so it is not a WebhookError.
    if len(key) < 24:
        raise ValueError("The secret of the webhook is empty or incomplete. It begins with whsec_.")
    return key
