"""What a function of `colophon.api` returns: a request that a client sends, and how its response is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

T = TypeVar("T", covariant=True)


@dataclass(frozen=True)
class Call(Generic[T]):
    read: Callable[[httpx.Response], T]
    request: dict[str, Any]


def unexpected(response: httpx.Response) -> ValueError:
    return ValueError(f"{response.url} answered {response.status_code}, which is not described")
