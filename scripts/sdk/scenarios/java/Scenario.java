// What a user of the Java client does, against a service with the type countries.

import colophon.ApiException;
import colophon.Colophon;
import colophon.ColophonException;
import colophon.Lists;
import colophon.Upload;
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
import colophon.model.FilesResponse;
import colophon.model.ImagesResource;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

public class Scenario {
  static Colophon client = Colophon.connect(System.getenv("COLOPHON_URL"));
  static CountriesApi countries;

  public static void main(String[] args) throws Exception {
    client.signIn(System.getenv("COLOPHON_USERNAME"), System.getenv("COLOPHON_PASSWORD"));
    countries = new CountriesApi(client);
    create();
    list();
    pageThrough();
    upload();
    readAgain();
    handleErrors();
    repeat();
    System.out.println("done");
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
    Object sources = found.getData().get(0).getRelationships().getSources();
    List<DocumentsResource> documents = Lists.related(found.getIncluded(), sources, DocumentsResource.class);
    List<ImagesResource> images = Lists.related(found.getIncluded(), sources, ImagesResource.class);
    check(documents.size() == 1 && "Source of country 1".equals(documents.get(0).getAttributes().getTitle()), documents);
    check(images.size() == 1 && "Map of country 1".equals(images.get(0).getAttributes().getTitle()), images);

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

  static void pageThrough() {
    CountriesApi.APIListCountriesRequest.Builder request =
        CountriesApi.APIListCountriesRequest.newBuilder().filterContinent("Atlantis").sort("iso_code");
    Lists.Reader<CountriesListResponse> reader =
        cursor -> countries.listCountries(request.pageAfter(cursor).build());
    List<Integer> sizes = new ArrayList<>();
    for (CountriesListResponse page : Lists.pages(reader)) sizes.add(page.getData().size());
    check(sizes.equals(List.of(20, 20, 5)), sizes);
    List<String> codes = new ArrayList<>();
    for (CountriesResource country : Lists.items(reader, CountriesListResponse::getData))
      codes.add(country.getAttributes().getIsoCode());
    check(codes.size() == 45 && codes.get(0).equals("C001") && codes.get(44).equals("C045"), codes);
    Lists.Reader<CountriesListResponse> numbered =
        number ->
            countries.listCountries(
                CountriesApi.APIListCountriesRequest.newBuilder()
                    .filterContinent("Atlantis")
                    .page(number.isEmpty() ? 1 : Long.valueOf(number))
                    .build());
    sizes.clear();
    for (CountriesListResponse page : Lists.pages(numbered)) sizes.add(page.getData().size());
    check(sizes.equals(List.of(20, 20, 5)), sizes);
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
    long[] last = new long[2];
    Upload watched =
        new Upload(
            bytes,
            (done, total) -> {
              last[0] = done;
              last[1] = total;
            });
    String id =
        new StreamsApi(client)
            .uploadStream(StreamsApi.APIUploadStreamRequest.newBuilder().fileName("bytes.bin").body(watched).build())
            .getData()
            .getId()
            .toString();
    Files.delete(bytes.toPath());
    check(last[0] == 256 && last[1] == 256, last[0], last[1]);
    File back =
        new DownloadsApi(client)
            .downloadStream(DownloadsApi.APIDownloadStreamRequest.newBuilder().streamId(id).build());
    check(Arrays.equals(Files.readAllBytes(back.toPath()), sent), back.length());
  }

  static void readAgain() throws Exception {
    String id =
        countries.listCountries(CountriesApi.APIListCountriesRequest.newBuilder().pageSize(1L).build()).getData().get(0).getId();
    CountriesApi.APIGetCountryRequest.Builder request = CountriesApi.APIGetCountryRequest.newBuilder().objectId(id);
    String tag = countries.getCountryWithHttpInfo(request.build()).getHeaders().get("etag").get(0);
    ColophonException unchanged = refusal(() -> countries.getCountry(request.ifNoneMatch(tag).build()));
    check(unchanged.getStatus() == 304, unchanged);
  }

  static void handleErrors() throws Exception {
    ColophonException absent =
        refusal(
            () ->
                countries.getCountry(
                    CountriesApi.APIGetCountryRequest.newBuilder().objectId("no-such-country").build()));
    check(absent.getStatus() == 404 && absent.getErrorCode().equals("not_found"), absent);

    CountriesCreateAttributes given = new CountriesCreateAttributes().isoCode("JZ").uname("12345");
    ColophonException fault = refusal(() -> countries.createCountry(newCountry(given)));
    check(fault.getErrorCode().equals("invalid_data") && fault.getPointer().equals("/data/attributes/uname"), fault);
    check(fault.getMessage().startsWith("400 invalid_data at /data/attributes/uname: "), fault);
    check(fault.getFaults().get(0).status.equals("400"), fault.getFaults());
  }

  /** Sends an upload to a service that answers with these statuses, and then with 204. @return the bodies that it got */
  static List<String> sent(String key, String wait, Integer... statuses) throws Exception {
    List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes()));
          int status = bodies.size() <= statuses.length ? statuses[bodies.size() - 1] : 204;
          if (status > 0) {
            exchange.getResponseHeaders().add("Retry-After", wait);
            exchange.sendResponseHeaders(status, -1);
          }
          exchange.close();
        });
    server.start();
    File file = File.createTempFile("colophon", ".txt");
    Files.writeString(file.toPath(), "body");
    try {
      Colophon other = Colophon.connect("http://127.0.0.1:" + server.getAddress().getPort());
      StreamsApi.APIUploadStreamRequest.Builder request =
          StreamsApi.APIUploadStreamRequest.newBuilder().fileName("name").body(file);
      new StreamsApi(other).uploadStream((key == null ? request : request.idempotencyKey(key)).build());
    } catch (ApiException failure) {
      bodies.add("" + failure.getCode());
    } finally {
      server.stop(0);
      Files.delete(file.toPath());
    }
    return bodies;
  }

  static void repeat() throws Exception {
    check(sent("key", "0", 503, 0).equals(List.of("body", "body", "body")), "with a key");
    check(sent(null, "0", 429, 429, 429, 429).equals(List.of("body", "body", "body", "429")), "refused at once");
    check(sent(null, "0", 503).equals(List.of("body", "503")), "may have been done");
    check(sent("key", "21", 429).equals(List.of("body", "429")), "too long a wait");
    Thread waiting = Thread.currentThread();
    new Timer(true)
        .schedule(
            new TimerTask() {
              public void run() {
                waiting.interrupt();
              }
            },
            2000);
    check(sent("key", "15", 429).equals(List.of("body", "0")) && Thread.interrupted(), "an interrupt ends the wait");
  }

  interface Request {
    Object send() throws ApiException;
  }

  static ColophonException refusal(Request request) throws ApiException {
    try {
      throw new AssertionError("was not refused: " + request.send());
    } catch (ColophonException refused) {
      return refused;
    }
  }

  static void check(boolean isRight, Object... seen) {
    if (!isRight) throw new AssertionError("not as expected: " + List.of(seen));
  }
}
