"""What a user of the Python client does, against a service with the type `countries`."""

import os
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

from colophon import AuthenticatedClient, Client
from colophon.api.auth import sign_in
from colophon.api.countries import create_country, get_country, list_countries
from colophon.api.documents import create_document
from colophon.api.downloads import download_stream
from colophon.api.files import upload_file
from colophon.api.objects import list_objects
from colophon.api.streams import upload_stream
from colophon.models import (
    AnyObjectListResponse,
    CountriesAttributes,
    CountriesCreateAttributes,
    CountriesCreateBody,
    CountriesCreateData,
    CountriesListResponse,
    CountriesResource,
    CountriesResponse,
    DocumentsCreateAttributes,
    DocumentsCreateBody,
    DocumentsCreateData,
    DocumentsResource,
    DocumentsResponse,
    ErrorResponse,
    FilesResponse,
    ImagesResource,
    SignInBody,
    SignInResponse,
    StreamsResponse,
)
from colophon.types import File, Unset, Unset

url = os.environ["COLOPHON_URL"]

# Sign in.
session = sign_in.sync(
    client=Client(base_url=url),
    body=SignInBody(username=os.environ["COLOPHON_USERNAME"], password=os.environ["COLOPHON_PASSWORD"]),
)
assert isinstance(session, SignInResponse)
client = AuthenticatedClient(base_url=url, token=session.meta.jwt)

# Create a country and a document.
country = create_country.sync(
    client=client,
    body=CountriesCreateBody(
        CountriesCreateData(
            attributes=CountriesCreateAttributes(
                iso_code="PY", title="Pythonia", population=8_100_000_000, area=0.1, continent="Python"
            )
        )
    ),
)
assert isinstance(country, CountriesResponse)
attributes: CountriesAttributes = country.data.attributes
assert attributes.iso_code == "PY" and attributes.population == 8_100_000_000 and attributes.area == 0.1

document = create_document.sync(
    client=client,
    body=DocumentsCreateBody(DocumentsCreateData(attributes=DocumentsCreateAttributes(title="From Python"))),
)
assert isinstance(document, DocumentsResponse) and document.data.attributes.title == "From Python"

# List with a filter, and what is related.
found = list_countries.sync(client=client, filter_iso_code="C001", include="sources")
assert isinstance(found, CountriesListResponse)
assert [one.attributes.iso_code for one in found.data] == ["C001"]
grid: int | None | str | Unset = found.data[0].attributes.grid
assert grid == "C001"
assert found.included
titles = {}
for related in found.included:
    if isinstance(related, DocumentsResource):
        titles["document"] = related.attributes.title
    elif isinstance(related, ImagesResource):
        titles["image"] = related.attributes.title
assert titles == {"document": "Source of country 1", "image": "Map of country 1"}, titles

large = list_countries.sync(client=client, filter_continent="Atlantis", filter_population_gte=44_000)
assert isinstance(large, CountriesListResponse) and len(large.data) == 2

# A list of several types tells them apart.
mixed = list_objects.sync(client=client, filter_type="countries,documents", page_size=100)
assert isinstance(mixed, AnyObjectListResponse)
assert any(isinstance(one, CountriesResource) and one.attributes.iso_code == "C045" for one in mixed.data)
assert any(isinstance(one, DocumentsResource) for one in mixed.data)

# All pages.
codes: list[str | Unset] = []
page = 0
cursor = ""
while True:
    answer = list_countries.sync(client=client, filter_continent="Atlantis", sort="iso_code", page_after=cursor)
    assert isinstance(answer, CountriesListResponse)
    codes += [one.attributes.iso_code for one in answer.data]
    page += 1
    if answer.links.next_ is None:
        break
    cursor = parse_qs(urlsplit(answer.links.next_).query)["page[after]"][0]
assert page == 3 and codes == [f"C{number:03}" for number in range(1, 46)], codes

# Upload a file.
uploaded = upload_file.sync("python.txt", client=client, body=File(payload=BytesIO(b"Hello from Python\n")))
assert isinstance(uploaded, FilesResponse) and uploaded.data.attributes.title == "python.txt", uploaded

stored = upload_stream.sync("bytes.bin", client=client, body=File(payload=BytesIO(bytes(range(256)))))
assert isinstance(stored, StreamsResponse), stored
back = download_stream.sync(stored.data.id, client=client)
assert isinstance(back, File) and back.payload.read() == bytes(range(256)), back

# What is not there, and what is refused.
absent = get_country.sync("no-such-country", client=client)
assert isinstance(absent, ErrorResponse)
assert absent.error.status == "404" and absent.error.code == "not_found", absent.error

refused = create_country.sync(
    client=client,
    body=CountriesCreateBody(
        CountriesCreateData(attributes=CountriesCreateAttributes(iso_code="PZ", uname="12345", continent="Python"))
    ),
)
assert isinstance(refused, ErrorResponse)
fault = refused.errors[0]
assert fault.code == "invalid_data" and fault.source and fault.source.pointer == "/data/attributes/uname", refused

print("done")
