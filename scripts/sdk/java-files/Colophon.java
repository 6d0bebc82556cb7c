package colophon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A client of a service: new DocumentsApi(client). It adds the access token, and repeats what is refused for the moment. */
public class Colophon extends ApiClient {
  int retries = 2;
  Duration longestWait = Duration.ofSeconds(20);
  String apiKey;
  volatile String token;
  private String refreshToken;
  /** The grant of an application, which signs in again. */
  private Map<String, String> application;
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
   * @throws SecondFactorRequired for users with a second factor
   * @throws ColophonException such as of code login_failed
   */
  public Colophon signIn(String username, String password) throws ApiException {
    return begin(Map.of("username", username, "password", password));
  }

  /** The same for users who may have a second factor; a code of the authenticator is asked for when it is needed. */
  public Colophon signIn(String username, String password, Supplier<String> code) throws ApiException {
    try {
      return signIn(username, password);
    } catch (SecondFactorRequired required) {
      return finishSignIn(required.getChallenge(), code.get());
    }
  }

  /** The second step, with a code of the authenticator. */
  public Colophon finishSignIn(String challenge, String code) throws ApiException {
    return begin(Map.of("grant_type", "second_factor", "challenge", challenge, "code", code));
  }

  /** The second step without the authenticator. Each recovery code works once. */
  public Colophon finishSignInByRecoveryCode(String challenge, String recoveryCode) throws ApiException {
    return begin(Map.of("grant_type", "second_factor", "challenge", challenge, "recovery_code", recoveryCode));
  }

  /**
   * Without a user, by the API key of an application, and its secret: null if it has none. They are kept, to sign in again when
   * the session has ended.
   */
  public Colophon signInApplication(String clientId, String clientSecret) throws ApiException {
    Map<String, String> grant = new HashMap<>(Map.of("grant_type", "client_credentials", "client_id", clientId));
    if (clientSecret != null) grant.put("client_secret", clientSecret);
    return begin(grant);
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
      try {
        // Of an application too: signing in makes a session, of which it has twenty.
        obtain(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
      } catch (ColophonException refused) {
        if (application == null || refused.getStatus() != 400 && refused.getStatus() != 401) return false;
        obtain(application);
      }
      return true;
    } catch (ApiException failure) {
      return false;
    }
  }

  private synchronized Colophon begin(Map<String, String> grant) throws ApiException {
    obtain(grant);
    application = grant.containsKey("client_id") ? grant : null;
    return this;
  }

  private synchronized void obtain(Map<String, String> credentials) throws ApiException {
    ObjectMapper mapper = new ObjectMapper();
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(java.net.URI.create(getBaseUri() + "/auth"));
      request.header("Content-Type", "application/json").header("Accept", "application/vnd.api+json");
      if (apiKey != null) request.header("X-Api-Key", apiKey);
      request.POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(credentials)));
      HttpResponse<String> response = super.getHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) throw refusalOf(response);
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

  private static ColophonException refusalOf(HttpResponse<String> response) throws IOException {
    int status = response.statusCode();
    ColophonException refused = new ColophonException(status, response.headers(), response.body());
    boolean needsCode = refused.getErrorCode().equals("second_factor_required");
    return needsCode ? new SecondFactorRequired(status, response.headers(), response.body()) : refused;
  }
}
