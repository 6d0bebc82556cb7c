# What a user of the client by openapi-python-client does.
import os
from io import BytesIO

from colophon import AuthenticatedClient, Client
from colophon.api.auth import sign_in
from colophon.api.countries import add_country_sources, create_country, get_country, list_countries
from colophon.api.downloads import download_stream
from colophon.api.streams import upload_stream
from colophon.models import (
    CountriesCreateAttributes,
    CountriesCreateBody,
    CountriesCreateData,
    CountriesListResponse,
    CountriesResponse,
    DocumentsResource,
    ErrorResponse,
    SignInBody,
    SignInResponse,
    SourcesLinkInput,
    SourcesLinksBody,
    StreamsResponse,
)
from colophon.types import File

url = os.environ["SERVICE_URL"]
credentials = SignInBody(username=os.environ["SERVICE_USERNAME"], password=os.environ["SERVICE_PASSWORD"])
session = sign_in.sync(client=Client(base_url=url), body=credentials)
assert isinstance(session, SignInResponse), session
client = AuthenticatedClient(base_url=url, token=session.meta.jwt)

found = list_countries.sync(client=client, filteriso_code="C001", include="sources")
assert isinstance(found, CountriesListResponse), found
assert [one.attributes.iso_code for one in found.data] == ["C001"]
assert found.included and len(found.included) == 2, found
document = next(one for one in found.included if isinstance(one, DocumentsResource))

attributes = CountriesCreateAttributes(iso_code="PY", population=7)
data = CountriesCreateData(type_="countries", attributes=attributes)
created = create_country.sync(client=client, body=CountriesCreateBody(data=data))
assert isinstance(created, CountriesResponse), created
assert created.data.attributes.population == 7

links = SourcesLinksBody(data=[SourcesLinkInput(type_="documents", id=document.id)])
linked = add_country_sources.sync_detailed(created.data.id, client=client, body=links)
assert linked.status_code == 200, linked

sent = bytes(range(256))
uploaded = upload_stream.sync("bytes.bin", client=client, body=File(payload=BytesIO(sent)))
assert isinstance(uploaded, StreamsResponse), uploaded
back = download_stream.sync(str(uploaded.data.id), client=client)
assert isinstance(back, File), back
assert back.payload.read() == sent

absent = get_country.sync("no-such-country", client=client)
assert isinstance(absent, ErrorResponse), absent
assert absent.error.code == "not_found", absent
