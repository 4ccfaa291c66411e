"""A typed client for the HTTP API of pronet."""

from . import oauth, types, webhooks
from ._client import Pronet
from ._data import OMIT, LogPage, Page, agent_of
from ._errors import ConnectionFailed, PronetError
from ._multipart import Picture
from ._operations import VERSION as __version__
from ._stream import EventStream, StreamedEvent

__all__ = [
    "OMIT",
    "ConnectionFailed",
    "EventStream",
    "LogPage",
    "Page",
    "Picture",
    "Pronet",
    "PronetError",
    "StreamedEvent",
    "__version__",
    "agent_of",
    "oauth",
    "types",
    "webhooks",
]
