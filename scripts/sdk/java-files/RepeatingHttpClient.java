package colophon;

import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Repeats requests that the service or the network refuses for the moment, where this cannot do the work twice. */
class RepeatingHttpClient extends HttpClient {
  private final Colophon options;
  private final HttpClient sender;

  RepeatingHttpClient(Colophon options, HttpClient sender) {
    this.options = options;
    this.sender = sender;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    for (int attempt = 0; ; attempt++) {
      HttpResponse<T> response = null;
      IOException failure = null;
      try {
        response = sendWithToken(request, handler);
      } catch (IOException error) {
        failure = error;
      }
      long wait = waitBefore(attempt, response);
      if (attempt >= options.retries || wait > options.longestWait.toMillis() || !mayRepeat(request, response)) {
        if (failure != null) throw failure;
        return response;
      }
      discard(response);
      // An interrupt ends the wait.
      Thread.sleep(wait);
    }
  }

  private <T> HttpResponse<T> sendWithToken(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    String token = options.token;
    if (!isOfService(request.uri())) return sender.send(request, handler);
    HttpResponse<T> response = sender.send(signed(request, token), handler);
    boolean isExpired = response.statusCode() == 401 && token != null && canRepeat(request);
    if (!isExpired || request.headers().firstValue("Authorization").isPresent() || !options.renew(token)) return response;
    discard(response);
    return sender.send(signed(request, options.token), handler);
  }

  private boolean isOfService(URI uri) {
    URI service = URI.create(options.getBaseUri());
    return uri.getScheme().equals(service.getScheme()) && uri.getAuthority().equals(service.getAuthority());
  }

  private HttpRequest signed(HttpRequest request, String token) {
    HttpRequest.Builder copy = HttpRequest.newBuilder(request.uri()).expectContinue(request.expectContinue());
    copy.method(request.method(), request.bodyPublisher().orElseGet(HttpRequest.BodyPublishers::noBody));
    request.timeout().ifPresent(copy::timeout);
    request.version().ifPresent(copy::version);
    request.headers().map().forEach((name, values) -> values.forEach(value -> copy.header(name, value)));
    if (options.apiKey != null) copy.setHeader("X-Api-Key", options.apiKey);
    boolean isSigned = request.headers().firstValue("Authorization").isPresent();
    if (token != null && !isSigned) copy.header("Authorization", "Bearer " + token);
    return copy.build();
  }

  /** What is read from a stream has no known length, and cannot be sent again. */
  private static boolean canRepeat(HttpRequest request) {
    return request.bodyPublisher().map(body -> body.contentLength() >= 0).orElse(true);
  }

  /** A 429 has done nothing. After other refusals the work may have been done, and its response is lost. */
  private static boolean mayRepeat(HttpRequest request, HttpResponse<?> response) {
    boolean isRefused = response != null && response.statusCode() == 429;
    boolean isForNow = response == null || isRefused || response.statusCode() == 503;
    boolean isRead = request.method().equals("GET") || request.method().equals("HEAD");
    boolean hasKey = request.headers().firstValue("Idempotency-Key").isPresent();
    return isForNow && (isRefused || isRead || hasKey) && canRepeat(request);
  }

  /** Milliseconds; without Retry-After 100 to 200 before the first repetition, twice as many before each further one. */
  private static long waitBefore(int attempt, HttpResponse<?> response) {
    String seconds = response == null ? "" : response.headers().firstValue("Retry-After").orElse("");
    if (seconds.matches("\\d{1,9}(\\.\\d+)?")) return Math.round(Double.parseDouble(seconds) * 1000);
    return Math.round((200 << attempt) * (0.5 + Math.random() / 2));
  }

  private static void discard(HttpResponse<?> response) throws IOException {
    if (response != null && response.body() instanceof InputStream) ((InputStream) response.body()).close();
  }

  // All else is that of the client that sends.

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return sender.sendAsync(signed(request, options.token), handler);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushes) {
    return sender.sendAsync(signed(request, options.token), handler, pushes);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return sender.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return sender.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return sender.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return sender.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return sender.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return sender.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return sender.authenticator();
  }

  @Override
  public Version version() {
    return sender.version();
  }

  @Override
  public Optional<Executor> executor() {
    return sender.executor();
  }
}
