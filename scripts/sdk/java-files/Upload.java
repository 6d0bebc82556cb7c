package colophon;

import java.io.File;
import java.io.FileNotFoundException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** A file whose upload reports how far it is: body(new Upload(file, (sent, total) -> ...)). */
public class Upload extends File {
  /** Is called with the bytes that were sent, and with all of them. A repetition begins at 0. */
  public interface Listener {
    void sent(long bytes, long total);
  }

  private final transient Listener listener;

  public Upload(File file, Listener listener) {
    super(file.getPath());
    this.listener = listener;
  }

  /** Read while it is sent. */
  public static HttpRequest.BodyPublisher publisherOf(File file) throws FileNotFoundException {
    HttpRequest.BodyPublisher bytes = HttpRequest.BodyPublishers.ofFile(file.toPath());
    return file instanceof Upload ? new Watched(bytes, ((Upload) file).listener) : bytes;
  }

  private static class Watched implements HttpRequest.BodyPublisher {
    private final HttpRequest.BodyPublisher bytes;
    private final Listener listener;

    Watched(HttpRequest.BodyPublisher bytes, Listener listener) {
      this.bytes = bytes;
      this.listener = listener;
    }

    @Override
    public long contentLength() {
      return bytes.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      bytes.subscribe(
          new Flow.Subscriber<>() {
            private long sent = 0;

            @Override
            public void onSubscribe(Flow.Subscription subscription) {
              subscriber.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer part) {
              sent += part.remaining();
              listener.sent(sent, contentLength());
              subscriber.onNext(part);
            }

            @Override
            public void onError(Throwable error) {
              subscriber.onError(error);
            }

            @Override
            public void onComplete() {
              subscriber.onComplete();
            }
          });
    }
  }
}
