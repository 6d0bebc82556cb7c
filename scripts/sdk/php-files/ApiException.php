<?php

namespace Colophon;

use GuzzleHttp\Exception\BadResponseException;

/** Every response with a status of 400 and above, `422 invalid_value at /data/attributes/title: ...`, and failures of the network. */
class ApiException extends \Exception
{
    /** @var list<array{status: string, code: string, title: string, detail: string, source?: array<string, string>}> all faults */
    public readonly array $errors;
    /** Of the first fault; `unknown` for a response of another server, such as a proxy, and for none. */
    public readonly string $errorCode;
    /** The first place of a fault: a JSON pointer into the body, or the name of a parameter or header. */
    public readonly ?string $pointer;
    private mixed $responseObject = null;

    /** @param int $code status of HTTP, 0 without a response */
    public function __construct(
        string $message = '',
        int $code = 0,
        private ?array $responseHeaders = [],
        private mixed $responseBody = null,
    ) {
        $text = is_string($responseBody) ? $responseBody : json_encode($responseBody);
        $this->errors = json_decode($text, true)['errors'] ?? [];
        $this->errorCode = $this->errors[0]['code'] ?? 'unknown';
        $places = array_filter(array_map(self::placeOf(...), $this->errors));
        $this->pointer = reset($places) ?: null;
        $at = $this->pointer === null ? '' : " at {$this->pointer}";
        $detail = $this->errors[0]['detail'] ?? null;
        parent::__construct($detail === null ? $message : "$code {$this->errorCode}$at: $detail", $code);
    }

    /** A response that Guzzle throws. */
    public static function of(BadResponseException $failure): self
    {
        $response = $failure->getResponse();
        $given = [$failure->getMessage(), $response->getStatusCode(), $response->getHeaders(), (string) $response->getBody()];
        $error = new self(...$given);
        return $error->errorCode === 'second_factor_required' ? new SecondFactorRequired(...$given) : $error;
    }

    /** The first fault at a field, a parameter or a header: a pointer, or its last part. */
    public function at(string $place): ?array
    {
        foreach ($this->errors as $fault) {
            $found = self::placeOf($fault);
            if ($found === $place || str_ends_with((string) $found, "/$place")) {
                return $fault;
            }
        }
        return null;
    }

    private static function placeOf(array $fault): ?string
    {
        $source = $fault['source'] ?? [];
        return $source['pointer'] ?? $source['parameter'] ?? $source['header'] ?? null;
    }

    /** @return string[][]|null */
    public function getResponseHeaders(): ?array
    {
        return $this->responseHeaders;
    }

    public function getResponseBody(): mixed
    {
        return $this->responseBody;
    }

    public function setResponseObject(mixed $object): void
    {
        $this->responseObject = $object;
    }

    /** The response as an `ErrorResponse`. */
    public function getResponseObject(): mixed
    {
        return $this->responseObject;
    }
}
