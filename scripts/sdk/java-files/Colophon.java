package colophon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** A client of a service: new DocumentsApi(client). It adds the access token, and repeats what is refused for the moment. */
public class Colophon extends ApiClient {
  int retries = 2;
  Duration longestWait = Duration.ofSeconds(20);
  String apiKey;
  volatile String token;
  private String refreshToken;
  private HttpClient httpClient;

  /** Sends no request yet. */
  public static Colophon connect(String url) {
    Colophon client = new Colophon();
    client.updateBaseUri(url.replaceAll("/+$", ""));
    return client;
  }

  /** Most repetitions of one request; 2 by default, 0 for none. */
  public Colophon retries(int most) {
    retries = most;
    return this;
  }

  /** The longest wait before a repetition; 20 seconds by default. A longer Retry-After is an error at once. */
  public Colophon longestWait(Duration wait) {
    longestWait = wait;
    return this;
  }

  /** Of an application, for a service that requires one. */
  public Colophon apiKey(String key) {
    apiKey = key;
    return this;
  }

  /**
   * The access token is sent with all later requests, and renewed when it has expired.
   *
   * @throws ColophonException such as of code login_failed
   */
  public Colophon signIn(String username, String password) throws ApiException {
    obtain(Map.of("username", username, "password", password));
    return this;
  }

  @Override
  public synchronized HttpClient getHttpClient() {
    if (httpClient == null) httpClient = new RepeatingHttpClient(this, super.getHttpClient());
    return httpClient;
  }

  /** Concurrent requests wait for the same renewal. */
  synchronized boolean renew(String expired) {
    if (!expired.equals(token)) return true;
    try {
      obtain(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
      return true;
    } catch (ApiException refused) {
      return false;
    }
  }

  private synchronized void obtain(Map<String, String> credentials) throws ApiException {
    ObjectMapper mapper = new ObjectMapper();
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(java.net.URI.create(getBaseUri() + "/auth"));
      request.header("Content-Type", "application/json").header("Accept", "application/vnd.api+json");
      if (apiKey != null) request.header("X-Api-Key", apiKey);
      request.POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(credentials)));
      HttpResponse<String> response = super.getHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300)
        throw new ColophonException(response.statusCode(), response.headers(), response.body());
      JsonNode tokens = mapper.readTree(response.body()).path("meta");
      token = tokens.path("jwt").asText();
      refreshToken = tokens.path("renew").asText();
    } catch (IOException failure) {
      throw new ApiException(failure);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new ApiException(interrupt);
    }
  }
}
