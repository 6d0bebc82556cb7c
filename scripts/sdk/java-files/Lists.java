package colophon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Iteration over lists, and what they include. */
public final class Lists {
  private static final ObjectMapper MAPPER = ApiClient.createDefaultObjectMapper();

  private Lists() {}

  /** Reads the page that a cursor names; the empty one names the first page. */
  public interface Reader<P> {
    P read(String cursor) throws ApiException;
  }

  /** A page that could not be read: its cause. */
  public static class UnreadPage extends RuntimeException {
    UnreadPage(ApiException cause) {
      super(cause.getMessage(), cause);
    }

    @Override
    public synchronized ApiException getCause() {
      return (ApiException) super.getCause();
    }
  }

  /**
   * The pages of a list: pages(cursor -> documents.listDocuments(request.pageAfter(cursor).build())). For lists of pages with
   * numbers the cursor is the number, which is 1 where it is empty.
   */
  public static <P> Iterable<P> pages(Reader<P> reader) {
    return () ->
        new Iterator<>() {
          private String cursor = "";

          @Override
          public boolean hasNext() {
            return cursor != null;
          }

          @Override
          public P next() {
            if (cursor == null) throw new NoSuchElementException();
            try {
              P page = reader.read(cursor);
              cursor = cursorAfter(page);
              return page;
            } catch (ApiException refused) {
              throw new UnreadPage(refused);
            }
          }
        };
  }

  /** The resources of a list, over all its pages: items(reader, DocumentsListResponse::getData). */
  public static <P, T> Iterable<T> items(Reader<P> reader, Function<P, List<T>> data) {
    return () ->
        new Iterator<>() {
          private final Iterator<P> pages = pages(reader).iterator();
          private Iterator<T> items = List.<T>of().iterator();

          @Override
          public boolean hasNext() {
            while (!items.hasNext() && pages.hasNext()) items = data.apply(pages.next()).iterator();
            return items.hasNext();
          }

          @Override
          public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            return items.next();
          }
        };
  }

  /**
   * The included resources of a relationship that are of a type, in its order: related(page.getIncluded(),
   * document.getRelationships().getPoster(), ImagesResource.class).
   */
  public static <T> List<T> related(List<?> included, Object relationship, Class<T> type) {
    List<T> found = new ArrayList<>();
    JsonNode data = MAPPER.valueToTree(relationship).path("data");
    for (JsonNode link : data.isArray() ? data : List.of(data))
      for (Object one : included == null ? List.of() : included) {
        Object resource = actual(one);
        boolean isIt = link.path("id").asText().equals(textOf(resource, "getId"));
        if (isIt && type.isInstance(resource) && link.path("type").asText().equals(textOf(resource, "getType")))
          found.add(type.cast(resource));
      }
    return found;
  }

  private static String cursorAfter(Object page) {
    Object next = valueOf(valueOf(page, "getLinks"), "getNext");
    if (next == null) return null;
    String number = null;
    for (String part : URI.create(next.toString()).getRawQuery().split("&")) {
      String[] pair = URLDecoder.decode(part, StandardCharsets.UTF_8).split("=", 2);
      if (pair[0].equals("page[after]")) return pair[1];
      if (pair[0].equals("page")) number = pair[1];
    }
    return number;
  }

  private static Object actual(Object union) {
    Object instance = valueOf(union, "getActualInstance");
    return instance == null ? union : instance;
  }

  private static String textOf(Object resource, String getter) {
    return String.valueOf(valueOf(resource, getter));
  }

  /** Generated classes have no interface in common. */
  private static Object valueOf(Object object, String getter) {
    try {
      return object == null ? null : object.getClass().getMethod(getter).invoke(object);
    } catch (ReflectiveOperationException missing) {
      return null;
    }
  }
}
