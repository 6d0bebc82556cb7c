# What a user of the client by OpenAPI Generator does.
import os

from openapi_client import (
    ApiClient,
    ApiException,
    AuthApi,
    Configuration,
    CountriesApi,
    CountriesCreateAttributes,
    CountriesCreateBody,
    CountriesCreateData,
    DocumentsResource,
    DownloadsApi,
    ErrorResponse,
    SignInBody,
    SourcesLinkInput,
    SourcesLinksBody,
    StreamsApi,
)

configuration = Configuration(host=os.environ["SERVICE_URL"])
client = ApiClient(configuration)
credentials = SignInBody(username=os.environ["SERVICE_USERNAME"], password=os.environ["SERVICE_PASSWORD"])
configuration.access_token = AuthApi(client).sign_in(credentials).meta.jwt
countries = CountriesApi(client)

found = countries.list_countries(filter_iso_code="C001", include="sources")
assert [one.attributes.iso_code for one in found.data] == ["C001"], found
included = [one.actual_instance for one in found.included or []]
assert len(included) == 2, included
document = next(one for one in included if isinstance(one, DocumentsResource))

attributes = CountriesCreateAttributes(iso_code="PN", population=7)
data = CountriesCreateData(type="countries", attributes=attributes)
created = countries.create_country(CountriesCreateBody(data=data)).data
assert created.attributes.population == 7, created

link = SourcesLinkInput(type="documents", id=document.id)
countries.add_country_sources(created.id, SourcesLinksBody(data=[link]))

sent = bytes(range(256))
uploaded = StreamsApi(client).upload_stream("bytes.bin", sent).data
back = DownloadsApi(client).download_stream(str(uploaded.id))
assert back == sent, back

try:
    countries.get_country("no-such-country")
    raise AssertionError("not refused")
except ApiException as failure:
    absent = failure.data
    assert isinstance(absent, ErrorResponse) and absent.error.code == "not_found", failure
