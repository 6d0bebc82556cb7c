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
    /** @var ?array<string, string> the grant of an application, which signs in again */
    private ?array $application = null;
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
        $this->stack->push($this->renewing(...));
        $this->stack->push(Middleware::retry($this->isRepeated(...), fn (int $count, ?ResponseInterface $response): int
            => (int) (1000 * $this->wait($count - 1, $response))));
        if ($keepsReads) {
            $this->stack->push($this->keeping(...));
        }
    }

    /**
     * @param string|\Closure|null $code for users with a second factor a code of their authenticator, or a function that is
     *     called when one is needed: `fn () => readline('Code: ')`
     * @throws SecondFactorRequired for them without it
     * @throws ApiException such as `login_failed`
     */
    public function signIn(string $username, string $password, string|\Closure|null $code = null): self
    {
        $grant = ['grant_type' => 'password', 'username' => $username, 'password' => $password];
        try {
            return $this->begin($grant + ['code' => is_string($code) ? $code : null]);
        } catch (SecondFactorRequired $required) {
            return $code instanceof \Closure ? $this->finishSignIn($required->challenge(), $code()) : throw $required;
        }
    }

    /**
     * The second step, with the challenge of a `SecondFactorRequired`: a code of the authenticator, or a recovery code.
     *
     * @throws ApiException such as `login_failed`
     */
    public function finishSignIn(string $challenge, ?string $code = null, ?string $recoveryCode = null): self
    {
        $grant = ['grant_type' => 'second_factor', 'challenge' => $challenge];
        return $this->begin($grant + ['code' => $code, 'recovery_code' => $recoveryCode]);
    }

    /**
     * As an application without a user: its API key, and its secret if it has one. They are kept, to sign in again.
     *
     * @throws ApiException such as `login_failed`
     */
    public function signInApplication(string $clientId, ?string $clientSecret = null): self
    {
        return $this->begin(['grant_type' => 'client_credentials', 'client_id' => $clientId, 'client_secret' => $clientSecret]);
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

    /** @param array<string, ?string> $grant */
    private function begin(array $grant): self
    {
        $given = array_filter($grant, fn (?string $value) => $value !== null);
        $this->obtain($given);
        $this->application = isset($given['client_id']) ? $given : null;
        return $this;
    }

    private function obtain(array $grant): void
    {
        $http = new Client(['handler' => $this->stack] + $this->options + ['timeout' => 60]);
        $headers = ['Accept' => 'application/vnd.api+json'];
        try {
            $response = $http->post("{$this->url}/auth", ['json' => $grant, 'headers' => $headers]);
        } catch (BadResponseException $failure) {
            throw ApiException::of($failure);
        }
        $tokens = json_decode((string) $response->getBody(), true)['meta'];
        [$this->token, $this->refreshToken] = [$tokens['jwt'], $tokens['renew']];
        $this->end = microtime(true) + $tokens['expires_in'];
    }

    /** Of an application too: signing in makes a session, of which it has twenty. */
    private function renew(): void
    {
        try {
            $this->obtain(['grant_type' => 'refresh_token', 'refresh_token' => $this->refreshToken]);
        } catch (ApiException $refused) {
            if ($this->application === null || !in_array($refused->getCode(), [400, 401])) {
                throw $refused;
            }
            $this->obtain($this->application);
        }
    }

    private function renewing(callable $handler): callable
    {
        return function (RequestInterface $request, array $options) use ($handler) {
            $isOurs = $this->isOurs($request);
            if ($isOurs && $this->refreshToken !== null && $this->end < microtime(true) + 10) {
                $this->renew();
            }
            $used = $this->token;
            $send = fn () => $handler($this->authorized($request), $options);
            return $send()->then(function (ResponseInterface $response) use ($request, $send, $used, $isOurs) {
                // The session has ended before its token.
                if (!$isOurs || $response->getStatusCode() !== 401 || $this->refreshToken === null || !$this->canRepeat($request)) {
                    return $response;
                }
                if ($this->token === $used) {
                    $this->renew();
                }
                return $send();
            });
        };
    }

    /** Tokens are sent to no other address. */
    private function isOurs(RequestInterface $request): bool
    {
        $address = (string) $request->getUri();
        return str_starts_with($address, "{$this->url}/") && $address !== "{$this->url}/auth";
    }

    private function authorized(RequestInterface $request): RequestInterface
    {
        if ($this->apiKey !== null && str_starts_with((string) $request->getUri(), "{$this->url}/")) {
            $request = $request->withHeader('X-API-Key', $this->apiKey);
        }
        $isSigned = $this->token !== null && $this->isOurs($request);
        return $isSigned ? $request->withHeader('Authorization', "Bearer {$this->token}") : $request;
    }

    /** Bodies of files are read once. */
    private function canRepeat(RequestInterface $request): bool
    {
        return $request->getBody()->getSize() === 0 || str_contains($request->getHeaderLine('Content-Type'), 'json');
    }

    private function isRepeated(int $count, RequestInterface $request, ?ResponseInterface $response, mixed $failure): bool
    {
        $status = $response?->getStatusCode() ?? ($failure instanceof TransferException ? 503 : 0);
        // A 429 has done nothing. After other refusals the work may have been done, and its response is lost.
        $may = $status === 429 || in_array($request->getMethod(), ['GET', 'HEAD']) || $request->hasHeader('Idempotency-Key');
        return $count < $this->retries && in_array($status, [429, 503]) && $may && $this->canRepeat($request)
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
