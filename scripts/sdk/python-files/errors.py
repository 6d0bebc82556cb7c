"""Refusals of the service as exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Fault:
    """One fault, as in the response. `place` is a JSON pointer into the body, or the name of a parameter or header."""

    status: str
    code: str
    title: str
    detail: str
    place: str | None


class ColophonError(Exception):
    """Every response with a status of 400 and above: `422 invalid_value at /data/attributes/title: ...`."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.status = response.status_code
        self.errors = _faults(response)
        first = self.errors[0] if self.errors else None
        self.code = first.code if first else "unknown"
        """Of the first fault; `unknown` for a response of another server, such as a proxy."""
        self.pointer = next((fault.place for fault in self.errors if fault.place), None)
        """Of the first fault that has a place."""
        self.meta = _meta(response)
        """Of the error, such as the `challenge` of `second_factor_enrolment_required`."""
        place = f" at {self.pointer}" if self.pointer else ""
        super().__init__(f"{self.status} {self.code}{place}: {first.detail if first else response.reason_phrase}")

    def at(self, place: str) -> Fault | None:
        """The first fault at a field, a parameter or a header: a pointer, or its last part."""
        found = (one for one in self.errors if one.place and (one.place == place or one.place.endswith(f"/{place}")))
        return next(found, None)


class SecondFactorRequired(ColophonError):
    """The password is right, and a code is needed: `client.finish_sign_in(error.challenge, code=...)`, within five minutes."""

    @property
    def challenge(self) -> str:
        return str(self.meta["challenge"])


def checked(response: httpx.Response) -> httpx.Response:
    if response.status_code >= 400:
        error = ColophonError(response)
        raise SecondFactorRequired(response) if error.code == "second_factor_required" else error
    return response


def _meta(response: httpx.Response) -> dict[str, Any]:
    try:
        return dict(response.json()["error"]["meta"])
    except (ValueError, LookupError, TypeError):
        return {}


def _faults(response: httpx.Response) -> list[Fault]:
    try:
        errors = response.json()["errors"]
        return [_fault(one) for one in errors]
    except (ValueError, LookupError, TypeError, AttributeError):
        return []


def _fault(one: dict[str, Any]) -> Fault:
    source = one.get("source") or {}
    place = next((source[name] for name in ("pointer", "parameter", "header") if name in source), None)
    return Fault(one["status"], one["code"], one["title"], one["detail"], place)
