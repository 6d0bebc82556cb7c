package colophon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the service refuses; the message has the status, the code and the place of the first fault. */
public class ColophonException extends ApiException {
  /** One reason of a refusal; a text is empty if the response does not have it. */
  public static class Fault {
    public final String status;
    public final String code;
    public final String title;
    public final String detail;
    /** A JSON pointer into the body, such as /data/attributes/title. */
    public final String pointer;
    /** The same, or the name of a query parameter or a header. */
    public final String place;

    Fault(JsonNode fault) {
      JsonNode source = fault.path("source");
      status = fault.path("status").asText();
      code = fault.path("code").asText();
      title = fault.path("title").asText();
      detail = fault.path("detail").asText();
      pointer = source.path("pointer").asText();
      place = pointer + source.path("parameter").asText() + source.path("header").asText();
    }
  }

  private final List<Fault> faults;

  public ColophonException(int status, HttpHeaders headers, String body) {
    super(status, messageOf(status, faultsIn(body)), headers, body);
    faults = faultsIn(body);
  }

  /** All reasons; none in a response of another server, such as a proxy. */
  public List<Fault> getFaults() {
    return faults;
  }

  /** Of HTTP. A 304 says that what was read before is still so. */
  public int getStatus() {
    return getCode();
  }

  /** Of the first fault, such as not_found. */
  public String getErrorCode() {
    return faults.isEmpty() ? "unknown" : faults.get(0).code;
  }

  /** Of the first fault, such as /data/attributes/title; empty without one. */
  public String getPointer() {
    return faults.isEmpty() ? "" : faults.get(0).pointer;
  }

  private static String messageOf(int status, List<Fault> faults) {
    if (faults.isEmpty()) return status + " unknown";
    Fault first = faults.get(0);
    return status + " " + first.code + (first.place.isEmpty() ? "" : " at " + first.place) + ": " + first.detail;
  }

  private static List<Fault> faultsIn(String body) {
    List<Fault> faults = new ArrayList<>();
    try {
      JsonNode answer = body == null || body.isBlank() ? null : new ObjectMapper().readTree(body);
      if (answer != null) answer.path("errors").forEach(fault -> faults.add(new Fault(fault)));
    } catch (IOException noJson) {
      // Of another server.
    }
    return Collections.unmodifiableList(faults);
  }
}
