<?php

namespace Colophon;

use GuzzleHttp\Client;
use GuzzleHttp\Exception\BadResponseException;
use GuzzleHttp\Exception\TransferException;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** The connection to a service: signs in, repeats what is refused for the moment, and keeps what has not changed. */
final class Service
{
    /** Seconds before the first repetition without `Retry-After`; twice as many before each further one. */
    private const FIRST_WAIT = 0.2;
    /** Bytes of all kept responses. */
    private const MOST_KEPT = 8_000_000;

    private readonly string $url;
    private readonly HandlerStack $stack;
    private ?string $refreshToken = null;
    private float $end = INF;
    /** @var array<string, ResponseInterface> the one used last is at the end */
    private array $kept = [];

    /**
     * Sends no request yet; `signIn` does.
     *
     * @param ?string $token an access token from elsewhere
     * @param ?string $apiKey of an application
     * @param int $retries most repetitions of one request; 0 for none
     * @param float $longestWait seconds; a longer `Retry-After` is an error at once
     * @param bool $keepsReads JSON with an ETag is kept and asked for with `If-None-Match`, so that an unchanged list is not sent again
     * @param array<string, mixed> $options of Guzzle, such as `timeout` and `verify`
     */
    public function __construct(
        string $url,
        private ?string $token = null,
        private readonly ?string $apiKey = null,
        private readonly int $retries = 2,
        private readonly float $longestWait = 20,
        bool $keepsReads = false,
        private readonly array $options = [],
    ) {
        $this->url = rtrim($url, '/');
        $this->stack = HandlerStack::create($options['handler'] ?? null);
        $this->stack->push(Middleware::mapRequest($this->authorized(...)));
        $this->stack->push(Middleware::retry($this->isRepeated(...), fn (int $count, ?ResponseInterface $response): int
            => (int) (1000 * $this->wait($count - 1, $response))));
        if ($keepsReads) {
            $this->stack->push($this->keeping(...));
        }
    }

    /** @throws ApiException such as `login_failed` */
    public function signIn(string $username, string $password): self
    {
        $this->obtain(['grant_type' => 'password', 'username' => $username, 'password' => $password]);
        return $this;
    }

    /**
     * `$service->api(DocumentsApi::class)->listDocuments(filter_title: 'News')`.
     *
     * @template Api of object
     * @param class-string<Api> $class
     * @param ?callable(int, int): mixed $progress of uploads: the bytes that are sent, and all
     * @return Api
     */
    public function api(string $class, ?callable $progress = null): object
    {
        $last = 0;
        $watch = function ($_all, $_received, $total, $sent) use ($progress, &$last): void {
            if ($sent > $last) {
                $progress($last = (int) $sent, (int) $total);
            }
        };
        $more = $progress === null ? [] : ['progress' => $watch];
        $http = new Client(['handler' => $this->stack] + $more + $this->options + ['timeout' => 60]);
        return new $class($http, (new Configuration())->setHost($this->url)->setUserAgent('colophon-client'));
    }

    private function obtain(array $grant): void
    {
        $http = new Client(['handler' => $this->stack] + $this->options + ['timeout' => 60]);
        $headers = ['Accept' => 'application/vnd.api+json'];
        try {
            $response = $http->post("{$this->url}/auth", ['json' => $grant, 'headers' => $headers]);
        } catch (BadResponseException $failure) {
            $response = $failure->getResponse();
            $text = (string) $response->getBody();
            throw new ApiException($failure->getMessage(), $response->getStatusCode(), $response->getHeaders(), $text);
        }
        $tokens = json_decode((string) $response->getBody(), true)['meta'];
        [$this->token, $this->refreshToken] = [$tokens['jwt'], $tokens['renew']];
        $this->end = microtime(true) + $tokens['expires_in'];
    }

    /** Tokens are sent to no other address. */
    private function authorized(RequestInterface $request): RequestInterface
    {
        $address = (string) $request->getUri();
        if (!str_starts_with($address, "{$this->url}/")) {
            return $request;
        }
        $request = $this->apiKey === null ? $request : $request->withHeader('X-API-Key', $this->apiKey);
        if ($address === "{$this->url}/auth") {
            return $request;
        }
        if ($this->refreshToken !== null && $this->end < microtime(true) + 10) {
            $this->obtain(['grant_type' => 'refresh_token', 'refresh_token' => $this->refreshToken]);
        }
        return $this->token === null ? $request : $request->withHeader('Authorization', "Bearer {$this->token}");
    }

    private function isRepeated(int $count, RequestInterface $request, ?ResponseInterface $response, mixed $failure): bool
    {
        $status = $response?->getStatusCode() ?? ($failure instanceof TransferException ? 503 : 0);
        // A 429 has done nothing. After other refusals the work may have been done, and its response is lost.
        $may = $status === 429 || in_array($request->getMethod(), ['GET', 'HEAD']) || $request->hasHeader('Idempotency-Key');
        // Bodies of files are read once.
        $can = $request->getBody()->getSize() === 0 || str_contains($request->getHeaderLine('Content-Type'), 'json');
        return $count < $this->retries && in_array($status, [429, 503]) && $may && $can
            && $this->wait($count, $response) <= $this->longestWait;
    }

    private function wait(int $attempt, ?ResponseInterface $response): float
    {
        $after = (string) $response?->getHeaderLine('Retry-After');
        return ctype_digit($after) ? (float) $after : self::FIRST_WAIT * 2 ** $attempt * random_int(50, 100) / 100;
    }

    private function keeping(callable $handler): callable
    {
        return function (RequestInterface $request, array $options) use ($handler) {
            $own = array_filter(['If-None-Match', 'Range', 'Cache-Control', 'Pragma'], $request->hasHeader(...));
            if ($request->getMethod() !== 'GET' || $own !== []) {
                return $handler($request, $options);
            }
            $headers = array_map($request->getHeaderLine(...), ['Authorization', 'Accept', 'Accept-Language']);
            $key = implode(' ', [$request->getUri(), ...$headers]);
            $known = $this->kept[$key] ?? null;
            $asked = $known === null ? $request : $request->withHeader('If-None-Match', $known->getHeaderLine('ETag'));
            return $handler($asked, $options)->then(fn (ResponseInterface $response) => $this->keep($key, $known, $response));
        };
    }

    private function keep(string $key, ?ResponseInterface $known, ResponseInterface $response): ResponseInterface
    {
        unset($this->kept[$key]);
        if ($response->getStatusCode() === 304 && $known !== null) {
            $response = $known;
        }
        $isJson = str_contains($response->getHeaderLine('Content-Type'), 'json')
            && !str_contains($response->getHeaderLine('Cache-Control'), 'no-store');
        if ($response->getStatusCode() === 200 && $response->hasHeader('ETag') && $isJson) {
            $this->kept[$key] = $response;
            $size = array_sum(array_map(fn (ResponseInterface $one) => $one->getBody()->getSize(), $this->kept));
            while ($size > self::MOST_KEPT) {
                $size -= array_shift($this->kept)->getBody()->getSize();
            }
        }
        return $response;
    }
}
