// What a user of the client by OpenAPI Generator does (library native).

import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.CountriesApi;
import org.openapitools.client.api.DownloadsApi;
import org.openapitools.client.api.StreamsApi;
import org.openapitools.client.model.*;

public class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("SERVICE_URL"));
    SignInBody credentials =
        new SignInBody().username(System.getenv("SERVICE_USERNAME")).password(System.getenv("SERVICE_PASSWORD"));
    String token =
        new AuthApi(client)
            .signIn(AuthApi.APISignInRequest.newBuilder().signInBody(credentials).build())
            .getMeta()
            .getJwt();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    CountriesApi countries = new CountriesApi(client);

    CountriesListResponse found =
        countries.listCountries(
            CountriesApi.APIListCountriesRequest.newBuilder().filterIsoCode("C001").include("sources").build());
    check(found.getData().size() == 1 && found.getIncluded().size() == 2, found);
    String document =
        found.getIncluded().stream()
            .filter(one -> one.getActualInstance() instanceof DocumentsResource)
            .map(one -> one.getDocumentsResource().getId())
            .findFirst()
            .orElseThrow();

    CountriesCreateData data =
        new CountriesCreateData().attributes(new CountriesCreateAttributes().isoCode("JV").population(7));
    CountriesResource country =
        countries
            .createCountry(
                CountriesApi.APICreateCountryRequest.newBuilder()
                    .countriesCreateBody(new CountriesCreateBody().data(data))
                    .build())
            .getData();
    check(country.getAttributes().getPopulation() == 7, country);

    SourcesLinkInput link = new SourcesLinkInput().id(document).type(SourcesLinkInput.TypeEnum.DOCUMENTS);
    countries.addCountrySources(
        CountriesApi.APIAddCountrySourcesRequest.newBuilder()
            .objectId(country.getId())
            .sourcesLinksBody(new SourcesLinksBody().data(List.of(link)))
            .build());

    try {
      countries.getCountry(CountriesApi.APIGetCountryRequest.newBuilder().objectId("no-such-country").build());
      throw new AssertionError("not refused");
    } catch (ApiException failure) {
      ErrorResponse absent = client.getObjectMapper().readValue(failure.getResponseBody(), ErrorResponse.class);
      check(absent.getError().getCode() == ErrorCode.NOT_FOUND, absent);
    }

    byte[] sent = new byte[256];
    for (int value = 0; value < sent.length; value++) sent[value] = (byte) value;
    File file = new File("bytes.bin");
    Files.write(file.toPath(), sent);
    String id =
        new StreamsApi(client)
            .uploadStream(StreamsApi.APIUploadStreamRequest.newBuilder().fileName("bytes.bin").body(file).build())
            .getData()
            .getId()
            .toString();
    File back =
        new DownloadsApi(client).downloadStream(DownloadsApi.APIDownloadStreamRequest.newBuilder().streamId(id).build());
    check(Arrays.equals(Files.readAllBytes(back.toPath()), sent), back.length());
  }

  static void check(boolean isRight, Object seen) {
    if (!isRight) throw new AssertionError("not as expected: " + seen);
  }
}
