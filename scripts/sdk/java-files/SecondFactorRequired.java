package colophon;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;

/** The password is right, and a code is needed: client.finishSignIn(error.getChallenge(), code), within five minutes. */
public class SecondFactorRequired extends ColophonException {
  private final String challenge;

  SecondFactorRequired(int status, HttpHeaders headers, String body) throws IOException {
    super(status, headers, body);
    challenge = new ObjectMapper().readTree(body).at("/error/meta/challenge").asText();
  }

  public String getChallenge() {
    return challenge;
  }
}
