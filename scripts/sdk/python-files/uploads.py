"""Uploads that tell how far they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import IO, Any, BinaryIO, cast

from .types import File


def watched(source: IO[bytes], progress: Callable[[int, int], object]) -> File:
    """The body of an upload; `progress` gets the bytes that are sent and all: `upload_stream("a.png", client, watched(file, print))`."""
    return File(payload=cast(BinaryIO, _Watched(source, progress)))


class _Watched:
    def __init__(self, source: IO[bytes], progress: Callable[[int, int], object]) -> None:
        self._source = source
        self._progress = progress
        self._sent = source.tell()
        self._total = source.seek(0, os.SEEK_END)
        source.seek(self._sent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self.read(65_536), b"")

    def read(self, size: int = -1) -> bytes:
        chunk = self._source.read(size)
        self._sent += len(chunk)
        if chunk:
            self._progress(self._sent, self._total)
        return chunk
