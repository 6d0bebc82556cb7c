"""The client: signs in, repeats what is refused for the moment, and keeps what has not changed."""

from __future__ import annotations

import asyncio
import random
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from itertools import count
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl, urlsplit

import httpx

from .call import Call
from .errors import ColophonError, SecondFactorRequired, checked

T = TypeVar("T")
Item = TypeVar("Item", covariant=True)


class Page(Protocol[Item]):
    @property
    def data(self) -> Sequence[Item]: ...
    @property
    def links(self) -> Any: ...


AnyPage = TypeVar("AnyPage", bound=Page[Any])
PLACES = ("page", "page[after]", "page[before]")

FIRST_WAIT = 0.2
"""Seconds before the first repetition without `Retry-After`; twice as many before each further one."""
MOST_KEPT = 8_000_000
"""Bytes of all kept responses."""


class Client:
    """Sends the calls of `colophon.api`. Makes no request yet; `sign_in` does.

    `token`: an access token from elsewhere. `api_key`: of an application. `retries`: most repetitions of one request; 0 for
    none. `longest_wait`: seconds; a longer `Retry-After` is an error at once. `keeps_reads`: JSON with an ETag is kept and asked
    for with `If-None-Match`, so that an unchanged list is not sent again. Other arguments are those of `httpx.Client`, such as
    `timeout` and `verify`.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        api_key: str | None = None,
        retries: int = 2,
        longest_wait: float = 20,
        keeps_reads: bool = False,
        headers: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        accept = {"accept": "application/vnd.api+json, application/json;q=0.9, */*;q=0.8"}
        key = {} if api_key is None else {"x-api-key": api_key}
        self._options = {"timeout": 60, **options, "base_url": url, "headers": {**accept, **key, **(headers or {})}}
        self._session = _Session(f"{url.rstrip('/')}/auth", token, key)
        self._policy = _Policy(retries, longest_wait, MOST_KEPT if keeps_reads else 0)
        self._client: _SyncClient | None = None
        self._async_client: _AsyncClient | None = None

    def sign_in(self, username: str, password: str, *, code: str | Callable[[], str] | None = None) -> Client:
        """Returns this client, which sends the token and renews it. Raises a `ColophonError` such as `login_failed`.

        `code`: for users with a second factor a code of their authenticator, or a function that is called when one is needed:
        `code=lambda: input("Code: ")`. Raises a `SecondFactorRequired` for them without it.
        """
        first = code if isinstance(code, str) else None
        try:
            return self._obtain(grant_type="password", username=username, password=password, code=first)
        except SecondFactorRequired as error:
            if code is None or isinstance(code, str):
                raise
            challenge = error.challenge
        return self.finish_sign_in(challenge, code=code())

    def finish_sign_in(self, challenge: str, *, code: str | None = None, recovery_code: str | None = None) -> Client:
        """The second step, with the challenge of a `SecondFactorRequired`: a code of the authenticator, or a recovery code."""
        return self._obtain(grant_type="second_factor", challenge=challenge, code=code, recovery_code=recovery_code)

    def sign_in_application(self, client_id: str, client_secret: str | None = None) -> Client:
        """As an application without a user: its API key, and its secret if it has one. They are kept, to sign in again."""
        return self._obtain(grant_type="client_credentials", client_id=client_id, client_secret=client_secret)

    def _obtain(self, **members: str | None) -> Client:
        grant = {name: value for name, value in members.items() if value is not None}
        self._session.take(self.httpx_client.post("/auth", json=grant, auth=httpx.Auth()))
        self._session.application = grant if "client_id" in grant else None
        return self

    def close(self) -> None:
        """Ends its connections, as `with Client(url) as client` does."""
        self.httpx_client.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def response(self, call: Call[Any]) -> httpx.Response:
        """With its headers, such as `ETag`. Raises a `ColophonError` when the service refuses."""
        return checked(self.httpx_client.request(**call.request))

    def send(self, call: Call[T]) -> T:
        """`client.send(get_document("12"))`. Raises a `ColophonError` when the service refuses."""
        return call.read(self.response(call))

    async def send_async(self, call: Call[T]) -> T:
        return call.read(checked(await self.async_httpx_client.request(**call.request)))

    def pages(self, call: Call[AnyPage]) -> Iterator[AnyPage]:
        """The pages of a list, each read on demand: by cursor where the list has cursors, unless the call names a page."""
        query = call.request.get("params", {})
        page = self.send(call) if any(name in query for name in PLACES) else self._first_page(call, query)
        while True:
            yield page
            following = page.links.next_
            if not isinstance(following, str):
                return
            # The rest of the link may have another base address.
            page = self.send(with_query(call, dict(parse_qsl(urlsplit(following).query, keep_blank_values=True))))

    def items(self, call: Call[Page[Item]]) -> Iterator[Item]:
        """The resources of a list, over all its pages: `client.items(list_documents(filter_title="News"))`."""
        for page in self.pages(call):
            yield from page.data

    def _first_page(self, call: Call[AnyPage], query: dict[str, Any]) -> AnyPage:
        try:
            return self.send(with_query(call, {**query, "page[after]": ""}))
        except ColophonError as error:
            # Such as a search, whose order is that of relevance.
            if error.status == 400 and error.at("page[after]"):
                return self.send(call)
            raise

    @property
    def httpx_client(self) -> httpx.Client:
        if self._client is None:
            self._client = _SyncClient(**self._options, auth=self._session)
            self._client.policy = self._policy
        return self._client

    @property
    def async_httpx_client(self) -> httpx.AsyncClient:
        if self._async_client is None:
            self._async_client = _AsyncClient(**self._options, auth=self._session)
            self._async_client.policy = self._policy
        return self._async_client


def with_query(call: Call[T], query: dict[str, Any]) -> Call[T]:
    return Call(call.read, {**call.request, "params": query})


class _Session(httpx.Auth):
    requires_response_body = True

    def __init__(self, url: str, token: str | None, headers: dict[str, str]) -> None:
        self.token = token
        self.application: dict[str, str] | None = None
        """The grant of an application, which signs in again."""
        self._url = url
        self._headers = headers
        self._refresh_token: str | None = None
        self._end = 0.0

    def take(self, response: httpx.Response) -> None:
        tokens = checked(response).json()["meta"]
        self.token = tokens["jwt"]
        self._refresh_token = tokens["renew"]
        self._end = time.monotonic() + tokens["expires_in"]

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self._refresh_token is not None and self._end < time.monotonic() + 10:
            yield from self._renew(self._refresh_token)
        if self.token is not None:
            request.headers["authorization"] = f"Bearer {self.token}"
        used = self.token
        response = yield request
        # The session has ended before its token. Bodies of files are read once.
        if response.status_code == 401 and self._refresh_token is not None and isinstance(request.stream, httpx.ByteStream):
            if self.token == used:
                yield from self._renew(self._refresh_token)
            request.headers["authorization"] = f"Bearer {self.token}"
            yield request

    def _renew(self, refresh_token: str) -> Generator[httpx.Request, httpx.Response, None]:
        # Of an application too: signing in makes a session, of which it has twenty.
        grant = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        response = yield httpx.Request("POST", self._url, json=grant, headers=self._headers)
        if self.application is not None and response.status_code in (400, 401):
            response = yield httpx.Request("POST", self._url, json=self.application, headers=self._headers)
        self.take(response)


class _Policy:
    """What is sent again, and what is kept: of clients of both kinds."""

    def __init__(self, retries: int, longest_wait: float, most_kept: int) -> None:
        self._retries = retries
        self._longest_wait = longest_wait
        self._most_kept = most_kept
        # The one used last is at the end.
        self._kept: OrderedDict[tuple[str, ...], httpx.Response] = OrderedDict()

    def begin(self, request: httpx.Request) -> bool:
        """Whether it can be sent again: bodies of files are read once."""
        own = ("if-none-match", "range", "cache-control", "pragma")
        known = self._kept.get(_key(request))
        if known is not None and not any(name in request.headers for name in own):
            request.headers["if-none-match"] = known.headers["etag"]
        return isinstance(request.stream, httpx.ByteStream)

    def wait(self, request: httpx.Request, response: httpx.Response | None, attempt: int, can: bool) -> float | None:
        """Seconds until it is sent again; None when the outcome is that of the caller. Without a response the network failed."""
        status = 503 if response is None else response.status_code
        # A 429 has done nothing. After other refusals the work may have been done, and its response is lost.
        may = status == 429 or request.method in ("GET", "HEAD") or "idempotency-key" in request.headers
        if attempt >= self._retries or status not in (429, 503) or not may or not can:
            return None
        after = "" if response is None else response.headers.get("retry-after", "")
        wait = float(after) if after.isdigit() else FIRST_WAIT * 2**attempt * random.uniform(0.5, 1)
        return wait if wait <= self._longest_wait else None

    def keep(self, request: httpx.Request, response: httpx.Response) -> httpx.Response:
        key = _key(request)
        known = self._kept.pop(key, None)
        if response.status_code == 304 and known is not None:
            response = known
        headers = response.headers
        is_json = "json" in headers.get("content-type", "") and "no-store" not in headers.get("cache-control", "")
        if self._most_kept > 0 and request.method == "GET" and response.status_code == 200 and "etag" in headers and is_json:
            self._kept[key] = response
            size = sum(len(one.content) for one in self._kept.values())
            while size > self._most_kept:
                size -= len(self._kept.popitem(last=False)[1].content)
        return response


def _key(request: httpx.Request) -> tuple[str, ...]:
    names = ("authorization", "accept", "accept-language")
    return (request.method, str(request.url), *(request.headers.get(name, "") for name in names))


class _SyncClient(httpx.Client):
    policy: _Policy

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        can_repeat = self.policy.begin(request)
        for attempt in count():
            try:
                response = super().send(request, **options)
                if (wait := self.policy.wait(request, response, attempt, can_repeat)) is None:
                    return self.policy.keep(request, response)
            except httpx.TransportError:
                if (wait := self.policy.wait(request, None, attempt, can_repeat)) is None:
                    raise
            time.sleep(wait)
        raise AssertionError


class _AsyncClient(httpx.AsyncClient):
    policy: _Policy

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        can_repeat = self.policy.begin(request)
        if not isinstance(request.stream, httpx.AsyncByteStream):
            request.stream = _AsyncBody(request.stream)
        for attempt in count():
            try:
                response = await super().send(request, **options)
                if (wait := self.policy.wait(request, response, attempt, can_repeat)) is None:
                    return self.policy.keep(request, response)
            except httpx.TransportError:
                if (wait := self.policy.wait(request, None, attempt, can_repeat)) is None:
                    raise
            await asyncio.sleep(wait)
        raise AssertionError


class _AsyncBody(httpx.AsyncByteStream):
    """An open file as httpx wants it."""

    def __init__(self, source: Any) -> None:
        self._source = source

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._source:
            yield chunk
