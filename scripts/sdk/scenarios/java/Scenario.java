// What a user of the Java client does, against a service with the type countries.

import colophon.ApiClient;
import colophon.ApiException;
import colophon.api.AuthApi;
import colophon.api.CountriesApi;
import colophon.api.DocumentsApi;
import colophon.api.DownloadsApi;
import colophon.api.FilesApi;
import colophon.api.ObjectsApi;
import colophon.api.StreamsApi;
import colophon.model.AnyObject;
import colophon.model.CountriesAttributes;
import colophon.model.CountriesCreateAttributes;
import colophon.model.CountriesCreateBody;
import colophon.model.CountriesCreateData;
import colophon.model.CountriesListResponse;
import colophon.model.CountriesResource;
import colophon.model.DocumentsCreateAttributes;
import colophon.model.DocumentsCreateBody;
import colophon.model.DocumentsCreateData;
import colophon.model.DocumentsResource;
import colophon.model.ErrorObject;
import colophon.model.ErrorResponse;
import colophon.model.FilesResponse;
import colophon.model.ImagesResource;
import colophon.model.ObjectsIncludedResource;
import colophon.model.SignInBody;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Scenario {
  static ApiClient client = new ApiClient();
  static CountriesApi countries;

  public static void main(String[] args) throws Exception {
    client.updateBaseUri(System.getenv("COLOPHON_URL"));
    signIn();
    countries = new CountriesApi(client);
    create();
    list();
    pageThrough();
    upload();
    handleErrors();
    System.out.println("done");
  }

  static void signIn() throws Exception {
    SignInBody body =
        new SignInBody()
            .username(System.getenv("COLOPHON_USERNAME"))
            .password(System.getenv("COLOPHON_PASSWORD"));
    String token =
        new AuthApi(client)
            .signIn(AuthApi.APISignInRequest.newBuilder().signInBody(body).build())
            .getMeta()
            .getJwt();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
  }

  static CountriesApi.APICreateCountryRequest newCountry(CountriesCreateAttributes attributes) {
    CountriesCreateBody body =
        new CountriesCreateBody().data(new CountriesCreateData().attributes(attributes.continent("Java")));
    return CountriesApi.APICreateCountryRequest.newBuilder().countriesCreateBody(body).build();
  }

  static void create() throws Exception {
    CountriesCreateAttributes given =
        new CountriesCreateAttributes().isoCode("JA").title("Javania").population(8_100_000_000L).area(0.1);
    CountriesAttributes attributes = countries.createCountry(newCountry(given)).getData().getAttributes();
    check(attributes.getIsoCode().equals("JA") && attributes.getPopulation() == 8_100_000_000L, attributes);
    check(attributes.getArea() == 0.1, attributes);

    DocumentsCreateBody body =
        new DocumentsCreateBody()
            .data(new DocumentsCreateData().attributes(new DocumentsCreateAttributes().title("From Java")));
    String title =
        new DocumentsApi(client)
            .createDocument(DocumentsApi.APICreateDocumentRequest.newBuilder().documentsCreateBody(body).build())
            .getData()
            .getAttributes()
            .getTitle();
    check("From Java".equals(title), title);
  }

  static void list() throws Exception {
    CountriesListResponse found =
        countries.listCountries(
            CountriesApi.APIListCountriesRequest.newBuilder().filterIsoCode("C001").include("sources").build());
    check(found.getData().size() == 1, found);
    check(found.getData().get(0).getAttributes().getIsoCode().equals("C001"), found);
    Map<String, String> titles = new HashMap<>();
    for (ObjectsIncludedResource related : found.getIncluded()) {
      if (related.getActualInstance() instanceof DocumentsResource) {
        titles.put("document", related.getDocumentsResource().getAttributes().getTitle());
      } else if (related.getActualInstance() instanceof ImagesResource) {
        titles.put("image", related.getImagesResource().getAttributes().getTitle());
      }
    }
    check(titles.equals(Map.of("document", "Source of country 1", "image", "Map of country 1")), titles);

    CountriesListResponse large =
        countries.listCountries(
            CountriesApi.APIListCountriesRequest.newBuilder()
                .filterContinent("Atlantis")
                .filterPopulationGte(44_000L)
                .build());
    check(large.getData().size() == 2, large);

    List<AnyObject> mixed =
        new ObjectsApi(client)
            .listObjects(
                ObjectsApi.APIListObjectsRequest.newBuilder()
                    .filterType("countries,documents")
                    .pageSize(100L)
                    .build())
            .getData();
    long ofCountries = mixed.stream().filter(one -> one.getActualInstance() instanceof CountriesResource).count();
    long ofDocuments = mixed.stream().filter(one -> one.getActualInstance() instanceof DocumentsResource).count();
    check(ofCountries >= 45 && ofDocuments >= 2 && ofCountries + ofDocuments == mixed.size(), mixed);
  }

  static void pageThrough() throws Exception {
    List<String> codes = new ArrayList<>();
    long page = 0;
    String cursor = "";
    CountriesListResponse answer;
    do {
      answer =
          countries.listCountries(
              CountriesApi.APIListCountriesRequest.newBuilder()
                  .filterContinent("Atlantis")
                  .sort("iso_code")
                  .pageAfter(cursor)
                  .build());
      answer.getData().forEach(country -> codes.add(country.getAttributes().getIsoCode()));
      page++;
      // Cursors need no decoding.
      cursor = String.valueOf(answer.getLinks().getNext()).replaceFirst(".*page%5Bafter%5D=", "").replaceFirst("&.*", "");
    } while (answer.getLinks().getNext() != null);
    check(page == 3 && codes.size() == 45, page, codes);
    check(codes.get(0).equals("C001") && codes.get(44).equals("C045"), codes);
  }

  static void upload() throws Exception {
    File file = File.createTempFile("colophon", ".txt");
    Files.writeString(file.toPath(), "Hello from Java\n");
    FilesResponse uploaded =
        new FilesApi(client)
            .uploadFile(FilesApi.APIUploadFileRequest.newBuilder().fileName("java.txt").body(file).build());
    Files.delete(file.toPath());
    check("java.txt".equals(uploaded.getData().getAttributes().getTitle()), uploaded);

    byte[] sent = new byte[256];
    for (int value = 0; value < sent.length; value++) sent[value] = (byte) value;
    File bytes = File.createTempFile("colophon", ".bin");
    Files.write(bytes.toPath(), sent);
    String id =
        new StreamsApi(client)
            .uploadStream(StreamsApi.APIUploadStreamRequest.newBuilder().fileName("bytes.bin").body(bytes).build())
            .getData()
            .getId()
            .toString();
    Files.delete(bytes.toPath());
    File back =
        new DownloadsApi(client)
            .downloadStream(DownloadsApi.APIDownloadStreamRequest.newBuilder().streamId(id).build());
    check(Arrays.equals(Files.readAllBytes(back.toPath()), sent), back.length());
  }

  static void handleErrors() throws Exception {
    ErrorResponse absent =
        refusal(
            () ->
                countries.getCountry(
                    CountriesApi.APIGetCountryRequest.newBuilder().objectId("no-such-country").build()));
    check(absent.getError().getStatus().equals("404"), absent);
    check(absent.getError().getCode().getValue().equals("not_found"), absent);

    CountriesCreateAttributes given = new CountriesCreateAttributes().isoCode("JZ").uname("12345");
    ErrorObject fault = refusal(() -> countries.createCountry(newCountry(given))).getErrors().get(0);
    check(fault.getCode().getValue().equals("invalid_data"), fault);
    check(fault.getSource().getPointer().equals("/data/attributes/uname"), fault);
  }

  interface Request {
    Object send() throws ApiException;
  }

  /** What the service says when it refuses. */
  static ErrorResponse refusal(Request request) throws Exception {
    try {
      throw new AssertionError("was not refused: " + request.send());
    } catch (ApiException failure) {
      return client.getObjectMapper().readValue(failure.getResponseBody(), ErrorResponse.class);
    }
  }

  static void check(boolean isRight, Object... seen) {
    if (!isRight) throw new AssertionError("not as expected: " + List.of(seen));
  }
}
