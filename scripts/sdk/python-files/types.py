"""What has no value, and files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, BinaryIO, Literal


class Unset:
    def __bool__(self) -> Literal[False]:
        return False


UNSET: Unset = Unset()

FileContent = IO[bytes] | bytes | str
# A name, the file and its type, as httpx takes it, with or without headers.
FileTypes = tuple[str | None, FileContent, str | None] | tuple[str | None, FileContent, str | None, Mapping[str, str]]
RequestFiles = list[tuple[str, FileTypes]]


@dataclass
class File:
    payload: BinaryIO
    file_name: str | None = None
    mime_type: str | None = None

    def to_tuple(self) -> FileTypes:
        return self.file_name, self.payload, self.mime_type
