from __future__ import annotations

import os
import secrets
from typing import IO, Any, Sequence, Union

from ._times import text_of

Picture = Union[bytes, str, "os.PathLike[str]", IO[bytes]]
"""The bytes of a picture, its path, or a file that is open for reading bytes."""


def encode_form(fields: dict[str, Any]) -> tuple[bytes, str]:
    """A form and its content type. A list becomes one part per item; `images` and `image` are files."""
    boundary = secrets.token_hex(16)
    parts: list[bytes] = []
    for name, value in fields.items():
        for item in value if _is_list(value) else [value]:
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
            if name in ("image", "images"):
                # The server recognizes the type of a picture by its bytes.
                head += '; filename="picture"\r\nContent-Type: application/octet-stream'
                content = _read(item)
            else:
                content = text_of(item).encode()
            parts += [head.encode(), b"\r\n\r\n", content, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))


def _read(picture: Picture) -> bytes:
    if isinstance(picture, (bytes, bytearray, memoryview)):
        return bytes(picture)
    if isinstance(picture, (str, os.PathLike)):
        with open(picture, "rb") as file:
            return file.read()
    return picture.read()
