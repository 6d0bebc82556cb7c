"""What a user of the Python client does, against a service with the type `countries`, and with one that refuses."""

import asyncio
import hmac
import json
import os
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO

import httpx
from colophon import Client, ColophonError, Included, SecondFactorRequired, watched
from colophon.api.auth import get_auth_user
from colophon.api.countries import create_country, get_country, list_countries
from colophon.api.documents import create_document
from colophon.api.downloads import download_stream
from colophon.api.files import upload_file
from colophon.api.objects import list_objects
from colophon.api.streams import upload_stream
from colophon.call import Call
from colophon.models import (
    CountriesAttributes,
    CountriesCreateAttributes,
    CountriesCreateBody,
    CountriesCreateData,
    CountriesResource,
    CountriesResponse,
    DocumentsCreateAttributes,
    DocumentsCreateBody,
    DocumentsCreateData,
    DocumentsResource,
    ImagesResource,
)
from colophon.types import File, Unset

url = os.environ["COLOPHON_URL"]
client = Client(url).sign_in(os.environ["COLOPHON_USERNAME"], os.environ["COLOPHON_PASSWORD"])


def new_country(attributes: CountriesCreateAttributes, key: str | Unset = Unset()) -> Call[CountriesResponse]:
    return create_country(body=CountriesCreateBody(CountriesCreateData(attributes=attributes)), idempotency_key=key)


# Create a country and a document.
country = client.send(
    new_country(
        CountriesCreateAttributes(
            iso_code="PY", title="Pythonia", population=8_100_000_000, area=0.1, continent="Python"
        )
    )
)
attributes: CountriesAttributes = country.data.attributes
assert attributes.iso_code == "PY" and attributes.population == 8_100_000_000 and attributes.area == 0.1

body = DocumentsCreateBody(DocumentsCreateData(attributes=DocumentsCreateAttributes(title="From Python")))
assert client.send(create_document(body=body)).data.attributes.title == "From Python"

# List with a filter, and what is related.
found = client.send(list_countries(filter_iso_code="C001", include="sources"))
assert [one.attributes.iso_code for one in found.data] == ["C001"]
grid: int | None | str | Unset = found.data[0].attributes.grid
assert grid == "C001"
related = Included(found).related(found.data[0], "sources")
assert [(type(one), one.attributes.title) for one in related] == [
    (DocumentsResource, "Source of country 1"),
    (ImagesResource, "Map of country 1"),
], related
assert Included(found).find("images", related[1].id) is related[1]

large = client.send(list_countries(filter_continent="Atlantis", filter_population_gte=44_000))
assert len(large.data) == 2

# A list of several types tells them apart.
mixed = client.send(list_objects(filter_type="countries,documents", page_size=100))
assert any(isinstance(one, CountriesResource) and one.attributes.iso_code == "C045" for one in mixed.data)
assert any(isinstance(one, DocumentsResource) for one in mixed.data)

# All pages, by cursor and by number.
all_codes = [f"C{number:03}" for number in range(1, 46)]
query = list_countries(filter_continent="Atlantis", sort="iso_code")
assert [one.attributes.iso_code for one in client.items(query)] == all_codes
numbered = list(client.pages(list_countries(filter_continent="Atlantis", sort="iso_code", page=2)))
assert [one.attributes.iso_code for page in numbered for one in page.data] == all_codes[20:] and len(numbered) == 2

# Upload a file, with and without progress.
uploaded = client.send(upload_file("python.txt", body=File(payload=BytesIO(b"Hello from Python\n"))))
assert uploaded.data.attributes.title == "python.txt", uploaded

seen: list[tuple[int, int]] = []
sent = bytes(range(256)) * 1_000
stored = client.send(upload_stream("bytes.bin", body=watched(BytesIO(sent), lambda *done: seen.append(done))))
assert client.send(download_stream(str(stored.data.id))).payload.read() == sent
assert len(seen) > 2 and seen[-1] == (256_000, 256_000) and seen == sorted(seen), seen

# What is not there, and what is refused.
try:
    client.send(get_country("no-such-country"))
    raise AssertionError("it is there")
except ColophonError as error:
    assert error.status == 404 and error.code == "not_found" and str(error).startswith("404 not_found: "), error

try:
    client.send(new_country(CountriesCreateAttributes(iso_code="PZ", uname="12345", continent="Python")))
    raise AssertionError("it was not refused")
except ColophonError as error:
    assert error.code == "invalid_data" and error.pointer == "/data/attributes/uname", error
    assert str(error).startswith(f"{error.status} invalid_data at /data/attributes/uname: ") and error.at("uname")

# What is refused for the moment is repeated, where this cannot do the work twice; what has not changed is not sent again.
Reply = Callable[[], httpx.Response]
replies: list[Reply] = []
requests: list[httpx.Request] = []


def reply(request: httpx.Request) -> httpx.Response:
    requests.append(request)
    return replies[len(requests) - 1]()


def outcome(call: Call[object], *given: Reply) -> tuple[int, int]:
    """The status, 0 without one, and the number of requests: the same with asyncio."""
    both = []
    for is_async in (False, True):
        alone = Client(url, transport=httpx.MockTransport(reply), longest_wait=1)
        requests.clear()
        replies[:] = [*given, partial(httpx.Response, 200, text="done")]
        kept = Call(lambda response: response.status_code, call.request)
        try:
            status = asyncio.run(alone.send_async(kept)) if is_async else alone.send(kept)
        except (ColophonError, httpx.TransportError) as error:
            status = getattr(error, "status", 0)
        both.append((status, len(requests)))
    assert both[0] == both[1], both
    return both[0]


def refusal(status: int, wait: str) -> Reply:
    return partial(httpx.Response, status, headers={"retry-after": wait}, text="busy")


def broken() -> httpx.Response:
    raise httpx.ConnectError("broken")


read = list_countries()
write = new_country(CountriesCreateAttributes(iso_code="PX"))
with_key = new_country(CountriesCreateAttributes(iso_code="PX"), key="some-key")
upload = upload_stream("bytes.bin", body=watched(BytesIO(b"bytes"), print))
assert outcome(read, refusal(503, "0"), broken) == (200, 3)
assert outcome(read, broken, broken, broken) == (0, 3)
assert outcome(read, refusal(503, "2")) == (503, 1)
assert outcome(read, refusal(500, "0")) == (500, 1)
assert outcome(write, refusal(503, "0")) == (503, 1)
assert outcome(write, broken) == (0, 1)
assert outcome(write, refusal(429, "0")) == (200, 2)
assert outcome(with_key, refusal(503, "0"), broken) == (200, 3)
assert outcome(upload, refusal(429, "0"))[0] == 429

tagged = {"etag": '"1"', "content-type": "application/vnd.api+json"}
replies[:] = [partial(httpx.Response, 200, headers=tagged, text="{}"), partial(httpx.Response, 304, headers=tagged)]
requests.clear()
keeping = Client(url, transport=httpx.MockTransport(reply), keeps_reads=True)
assert [keeping.response(read).text for _ in range(2)] == ["{}", "{}"]
assert [request.headers.get("if-none-match") for request in requests] == [None, '"1"']

# A second factor. The code of the present step may have enrolled it, and each works once: this is that of the next one.
def next_code() -> str:
    step = int(time.time()) // 30 + 1
    digest = hmac.digest(bytes.fromhex(os.environ["COLOPHON_FACTOR_SECRET"]), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


name, password = os.environ["COLOPHON_CAREFUL_USERNAME"], os.environ["COLOPHON_PASSWORD"]
careful = Client(url)
try:
    careful.sign_in(name, password)
    raise AssertionError("it needs no code")
except SecondFactorRequired as error:
    assert error.status == 401 and str(error).startswith("401 second_factor_required: "), error
    challenge = error.challenge
for wrong in (
    lambda: careful.finish_sign_in(challenge, code="wrong"),
    lambda: careful.sign_in(name, password, code="wrong"),
    lambda: careful.sign_in(name, password, code=lambda: "wrong"),
):
    try:
        wrong()
        raise AssertionError("a wrong code signs in")
    except ColophonError as error:
        assert error.code == "login_failed" and not isinstance(error, SecondFactorRequired), error
careful.finish_sign_in(challenge, recovery_code=os.environ["COLOPHON_RECOVERY_CODE"])
assert careful.send(get_auth_user()).data.attributes.username == name
asked = Client(url).sign_in(name, password, code=next_code)
assert asked.send(get_auth_user()).data.attributes.username == name


def unasked() -> str:
    raise AssertionError("who has no second factor is asked for a code")


Client(url).sign_in(os.environ["COLOPHON_USERNAME"], password, code=unasked)


# An application, whose tokens seem to end at once: each request renews them.
class Short(httpx.HTTPTransport):
    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.url.path != "/auth":
            return response
        requests.append(request)
        answer = json.loads(response.read())
        if "meta" in answer:
            answer["meta"]["expires_in"] = 0
        return httpx.Response(response.status_code, json=answer)


def grants() -> list[str]:
    return [json.loads(request.content)["grant_type"] for request in requests]


client_id, client_secret = os.environ["COLOPHON_CLIENT_ID"], os.environ["COLOPHON_CLIENT_SECRET"]
requests.clear()
robot = Client(url, transport=Short()).sign_in_application(client_id, client_secret)
assert len(list(robot.items(list_countries(filter_continent="Atlantis")))) == 45
assert grants() == ["client_credentials", "refresh_token", "refresh_token", "refresh_token"], grants()
try:
    Client(url).sign_in_application(client_id, "no-secret-of-it")
    raise AssertionError("a wrong secret signs in")
except ColophonError as error:
    assert error.code == "login_failed", error


def tokens(end: int) -> Reply:
    return partial(httpx.Response, 200, json={"meta": {"jwt": "access", "renew": "refresh", "expires_in": end}})


def rejected() -> httpx.Response:
    return httpx.Response(401, json={"errors": []})


# Its secret signs in again when the refresh token is refused, also where the session ends before its token.
for is_async in (False, True):
    for end, given in ((0, [tokens(0), rejected, tokens(60)]), (60, [tokens(60), rejected, rejected, tokens(60)])):
        requests.clear()
        replies[:] = [*given, partial(httpx.Response, 200, text="done")]
        again = Client(url, transport=httpx.MockTransport(reply)).sign_in_application(client_id, client_secret)
        call = Call(lambda response: response.text, read.request)
        assert (asyncio.run(again.send_async(call)) if is_async else again.send(call)) == "done"
        requests[:] = [request for request in requests if request.method == "POST"]
        assert grants() == ["client_credentials", "refresh_token", "client_credentials"], grants()

print("done")
