// Who signs in to the Java client: a user with a second factor, and an application.

import colophon.ApiException;
import colophon.Colophon;
import colophon.ColophonException;
import colophon.SecondFactorRequired;
import colophon.api.AuthApi;
import colophon.api.CountriesApi;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class SignIns {
  static final String PASSWORD = System.getenv("COLOPHON_PASSWORD");

  public static void main(String[] args) throws Exception {
    secondFactor();
    application();
    System.out.println("done");
  }

  static Colophon service() {
    return Colophon.connect(System.getenv("COLOPHON_URL"));
  }

  /** The code of the present step may have enrolled the authenticator, and each works once: this is that of the next one. */
  static String nextCode() {
    String secret = System.getenv("COLOPHON_FACTOR_SECRET");
    byte[] key = new byte[secret.length() / 2];
    for (int i = 0; i < key.length; i++) key[i] = (byte) Integer.parseInt(secret.substring(2 * i, 2 * i + 2), 16);
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(key, "HmacSHA1"));
      long step = System.currentTimeMillis() / 30_000 + 1;
      byte[] digest = mac.doFinal(ByteBuffer.allocate(8).putLong(step).array());
      return String.format("%06d", (ByteBuffer.wrap(digest).getInt(digest[19] & 15) & Integer.MAX_VALUE) % 1_000_000);
    } catch (java.security.GeneralSecurityException failure) {
      throw new AssertionError(failure);
    }
  }

  static String nameIn(Colophon client) throws ApiException {
    AuthApi.APIGetAuthUserRequest request = AuthApi.APIGetAuthUserRequest.newBuilder().build();
    return new AuthApi(client).getAuthUser(request).getData().getAttributes().getUsername();
  }

  static void secondFactor() throws Exception {
    String name = System.getenv("COLOPHON_CAREFUL_USERNAME");
    Colophon client = service();
    SecondFactorRequired required = (SecondFactorRequired) Scenario.refusal(() -> client.signIn(name, PASSWORD));
    Scenario.check(required.getStatus() == 401 && !required.getChallenge().isEmpty(), required);
    Scenario.check(required.getMessage().startsWith("401 second_factor_required: "), required);
    ColophonException wrong = Scenario.refusal(() -> client.finishSignIn(required.getChallenge(), "wrong"));
    Scenario.check(wrong.getErrorCode().equals("login_failed") && !(wrong instanceof SecondFactorRequired), wrong);
    client.finishSignInByRecoveryCode(required.getChallenge(), System.getenv("COLOPHON_RECOVERY_CODE"));
    Scenario.check(nameIn(client).equals(name), nameIn(client));

    Scenario.check(nameIn(service().signIn(name, PASSWORD, SignIns::nextCode)).equals(name));
    service()
        .signIn(
            System.getenv("COLOPHON_USERNAME"),
            PASSWORD,
            () -> {
              throw new AssertionError("who has no second factor is asked for a code");
            });
  }

  static void application() throws Exception {
    String id = System.getenv("COLOPHON_CLIENT_ID");
    Scenario.check(countriesOf(service().signInApplication(id, System.getenv("COLOPHON_CLIENT_SECRET"))) == 20);
    ColophonException wrong = Scenario.refusal(() -> service().signInApplication(id, "no-secret-of-it"));
    Scenario.check(wrong.getErrorCode().equals("login_failed"), wrong);
    Scenario.check(grants(Set.of()).equals(List.of("client_credentials", "refresh_token")), grants(Set.of()));
    List<String> again = grants(Set.of("refresh_token"));
    Scenario.check(again.equals(List.of("client_credentials", "refresh_token", "client_credentials")), again);
  }

  static int countriesOf(Colophon client) throws ApiException {
    CountriesApi.APIListCountriesRequest request =
        CountriesApi.APIListCountriesRequest.newBuilder().filterContinent("Atlantis").build();
    return new CountriesApi(client).listCountries(request).getData().size();
  }

  /** Reads a list as an application whose session has ended. @return the grants that the service got */
  static List<String> grants(Set<String> refused) throws Exception {
    List<String> grants = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = "{\"meta\":{\"jwt\":\"token " + grants.size() + "\",\"renew\":\"refresh\",\"expires_in\":60}}";
          int status = 200;
          if (exchange.getRequestURI().getPath().equals("/auth")) {
            String grant = new ObjectMapper().readTree(exchange.getRequestBody()).path("grant_type").asText();
            grants.add(grant);
            if (refused.contains(grant)) status = 401;
          } else {
            String first = "Bearer token 0";
            status = exchange.getRequestHeaders().getFirst("Authorization").equals(first) ? 401 : 200;
            body = "{\"data\":[],\"links\":{},\"meta\":{}}";
          }
          exchange.getResponseHeaders().add("Content-Type", "application/vnd.api+json");
          exchange.sendResponseHeaders(status, 0);
          exchange.getResponseBody().write(body.getBytes());
          exchange.close();
        });
    server.start();
    try {
      countriesOf(Colophon.connect("http://127.0.0.1:" + server.getAddress().getPort()).signInApplication("id", "secret"));
    } finally {
      server.stop(0);
    }
    return grants;
  }
}
