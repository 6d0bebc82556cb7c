<?php
// What a user of the PHP client does, against a service with the type countries, and with one that refuses.
declare(strict_types=1);

use Colophon\Api\AuthApi;
use Colophon\Api\CountriesApi;
use Colophon\Api\DocumentsApi;
use Colophon\Api\DownloadsApi;
use Colophon\Api\FilesApi;
use Colophon\Api\ObjectsApi;
use Colophon\Api\StreamsApi;
use Colophon\ApiException;
use Colophon\Included;
use Colophon\Model\CountriesAttributes;
use Colophon\Model\CountriesCreateAttributes;
use Colophon\Model\CountriesCreateBody;
use Colophon\Model\CountriesCreateData;
use Colophon\Model\CountriesResource;
use Colophon\Model\DocumentsCreateAttributes;
use Colophon\Model\DocumentsCreateBody;
use Colophon\Model\DocumentsCreateData;
use Colophon\Model\DocumentsResource;
use Colophon\Model\ErrorResponse;
use Colophon\Model\ImagesResource;
use Colophon\Pages;
use Colophon\SecondFactorRequired;
use Colophon\Service;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Handler\CurlHandler;
use GuzzleHttp\Handler\MockHandler;
use GuzzleHttp\Promise\FulfilledPromise;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Response;
use Psr\Http\Message\RequestInterface;

require 'autoload.php';

set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    // Debian's Guzzle is older than some deprecations of PHP.
    if ($level === E_DEPRECATED || $level === E_USER_DEPRECATED) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

function check(bool $isRight, mixed $seen): void
{
    if (!$isRight) {
        throw new RuntimeException('not as expected: ' . json_encode($seen));
    }
}

function refusal(callable $ask): ApiException
{
    try {
        $answer = $ask();
    } catch (ApiException $failure) {
        return $failure;
    }
    throw new RuntimeException('was not refused: ' . json_encode($answer));
}

// Sign in.
$service = (new Service(getenv('COLOPHON_URL')))->signIn(getenv('COLOPHON_USERNAME'), getenv('COLOPHON_PASSWORD'));
$wrong = refusal(fn () => (new Service(getenv('COLOPHON_URL')))->signIn('admin', 'not this'));
check(str_starts_with($wrong->getMessage(), '401 login_failed'), $wrong->getMessage());

// Create a country and a document.
$countries = $service->api(CountriesApi::class);
$newCountry = fn (array $attributes): CountriesCreateBody => new CountriesCreateBody([
    'data' => new CountriesCreateData(['attributes' => new CountriesCreateAttributes($attributes)]),
]);
$country = $countries->createCountry($newCountry([
    'iso_code' => 'PH', 'title' => 'Elephantia', 'population' => 8_100_000_000, 'area' => 0.1, 'continent' => 'PHP',
]));
$attributes = $country->getData()->getAttributes();
check($attributes instanceof CountriesAttributes && $attributes->getIsoCode() === 'PH', $country);
check($attributes->getPopulation() === 8_100_000_000 && $attributes->getArea() === 0.1, $country);

$document = $service->api(DocumentsApi::class)->createDocument(new DocumentsCreateBody([
    'data' => new DocumentsCreateData(['attributes' => new DocumentsCreateAttributes(['title' => 'From PHP'])]),
]));
check($document->getData()->getAttributes()->getTitle() === 'From PHP', $document);

// List with a filter, and what is related.
$found = $countries->listCountries(filter_iso_code: 'C001', include: 'sources');
check(count($found->getData()) === 1 && $found->getData()[0]->getAttributes()->getIsoCode() === 'C001', $found);
$related = (new Included($found))->related($found->getData()[0], 'sources');
check($related[0] instanceof DocumentsResource && $related[1] instanceof ImagesResource, $related);
$titles = array_map(fn (object $one): string => $one->getAttributes()->getTitle(), $related);
check($titles === ['Source of country 1', 'Map of country 1'], $titles);

$large = $countries->listCountries(filter_continent: 'Atlantis', filter_population_gte: 44_000);
check(count($large->getData()) === 2, $large);

// A list of several types tells them apart.
$mixed = $service->api(ObjectsApi::class)->listObjects(filter_type: 'countries,documents', page_size: 100)->getData();
$of = fn (string $class): array => array_filter($mixed, fn (object $one): bool => $one instanceof $class);
check(count($of(CountriesResource::class)) >= 45 && count($of(DocumentsResource::class)) >= 2, $mixed);
check(count($of(CountriesResource::class)) + count($of(DocumentsResource::class)) === count($mixed), $mixed);

// All pages, by cursor and by number.
$all = array_map(fn (int $n): string => sprintf('C%03d', $n), range(1, 45));
$codes = [];
foreach (Pages::items($countries->listCountries(...), filter_continent: 'Atlantis', sort: 'iso_code') as $one) {
    $codes[] = $one->getAttributes()->getIsoCode();
}
check($codes === $all, $codes);
$pages = iterator_to_array(Pages::of($countries->listCountries(...), filter_continent: 'Atlantis', sort: 'iso_code', page: 2));
check(count($pages) === 2 && $pages[1]->getData()[4]->getAttributes()->getIsoCode() === 'C045', count($pages));

// Upload a file.
$file = tmpfile();
fwrite($file, "Hello from PHP\n");
rewind($file);
$uploaded = $service->api(FilesApi::class)->uploadFile('php.txt', $file);
check($uploaded->getData()->getAttributes()->getTitle() === 'php.txt', $uploaded);

$bytes = str_repeat(implode('', array_map('chr', range(0, 255))), 1000);
$seen = [];
$watched = $service->api(StreamsApi::class, function (int $sent, int $total) use (&$seen): void {
    $seen[] = [$sent, $total];
});
$stored = $watched->uploadStream('bytes.bin', $bytes);
check(end($seen) === [256_000, 256_000] && $seen === array_unique($seen, SORT_REGULAR), $seen);
$back = $service->api(DownloadsApi::class)->downloadStream($stored->getData()->getId());
check(file_get_contents($back->getPathname()) === $bytes, $back->getSize());

// What is not there, and what is refused.
$absent = refusal(fn () => $countries->getCountry('no-such-country'));
check($absent->getCode() === 404 && str_starts_with($absent->getMessage(), '404 not_found: '), $absent->getMessage());
check($absent->getResponseObject() instanceof ErrorResponse, $absent->getResponseBody());

$refused = refusal(fn () => $countries->createCountry($newCountry(['iso_code' => 'PZ', 'uname' => '12345'])));
check($refused->errorCode === 'invalid_data' && $refused->pointer === '/data/attributes/uname', $refused->getMessage());
check(str_contains($refused->getMessage(), ' invalid_data at /data/attributes/uname: ') && $refused->at('uname') !== null, $refused);

// What is refused for the moment is repeated, where this cannot do the work twice; what has not changed is not sent again.
/** The status, 0 without one, and the number of requests. */
function outcome(callable $call, Response|Exception ...$given): array
{
    $replies = new MockHandler([...$given, new Response(200, [], '{"data":[],"links":{}}')]);
    $countries = (new Service('http://localhost', longestWait: 1, options: ['handler' => $replies]))->api(CountriesApi::class);
    $streams = (new Service('http://localhost', longestWait: 1, options: ['handler' => $replies]))->api(StreamsApi::class);
    try {
        $call($countries, $streams);
        $status = 200;
    } catch (ApiException $failure) {
        $status = $failure->getCode();
    }
    return [$status, count($given) + 1 - count($replies)];
}

$read = fn (CountriesApi $api) => $api->listCountriesWithHttpInfo();
$body = $newCountry(['iso_code' => 'PX']);
$write = fn (CountriesApi $api) => $api->createCountryWithHttpInfo($body);
$withKey = fn (CountriesApi $api) => $api->createCountryWithHttpInfo($body, idempotency_key: 'some-key');
$upload = fn (CountriesApi $_, StreamsApi $api) => $api->uploadStreamWithHttpInfo('bytes.bin', 'bytes');
$busy = fn (int $status, string $wait = '0'): Response => new Response($status, ['Retry-After' => $wait], 'busy');
$broken = new ConnectException('broken', new Request('GET', '/'));
$expected = [
    [[200, 3], $read, $busy(503), $broken],
    [[0, 3], $read, $broken, $broken, $broken],
    [[503, 1], $read, $busy(503, '2')],
    [[500, 1], $read, $busy(500)],
    [[503, 1], $write, $busy(503)],
    [[0, 1], $write, $broken],
    [[200, 2], $write, $busy(429)],
    [[200, 3], $withKey, $busy(503), $broken],
    [[429, 1], $upload, $busy(429)],
];
foreach ($expected as $number => [$result, $call]) {
    $seen = outcome($call, ...array_slice($expected[$number], 2));
    check($seen === $result, [$number, $seen]);
}

$tags = [];
$tagged = ['ETag' => '"1"', 'Content-Type' => 'application/vnd.api+json'];
$note = function (RequestInterface $request) use ($tagged, &$tags): Response {
    $tags[] = $request->getHeaderLine('If-None-Match');
    return count($tags) === 1 ? new Response(200, $tagged, '{"data":[],"links":{}}') : new Response(304, $tagged);
};
$options = ['handler' => new MockHandler([$note, $note])];
$keeping = (new Service('http://localhost', keepsReads: true, options: $options))->api(CountriesApi::class);
$lists = [$keeping->listCountries()->getData(), $keeping->listCountries()->getData()];
check($lists === [[], []] && $tags === ['', '"1"'], [$lists, $tags]);

// A second factor. The code of the present step may have enrolled it, and each works once: this is that of the next one.
$nextCode = function (): string {
    $step = intdiv(time(), 30) + 1;
    $digest = hash_hmac('sha1', pack('J', $step), hex2bin(getenv('COLOPHON_FACTOR_SECRET')), true);
    $number = unpack('N', $digest, ord($digest[19]) & 15)[1] & 0x7fffffff;
    return sprintf('%06d', $number % 1_000_000);
};
[$name, $password] = [getenv('COLOPHON_CAREFUL_USERNAME'), getenv('COLOPHON_PASSWORD')];
$nameOf = fn (Service $one): string => $one->api(AuthApi::class)->getAuthUser()->getData()->getAttributes()->getUsername();
$careful = new Service(getenv('COLOPHON_URL'));
$required = refusal(fn () => $careful->signIn($name, $password));
check($required instanceof SecondFactorRequired && $required->getCode() === 401, $required->getMessage());
check(str_starts_with($required->getMessage(), '401 second_factor_required: '), $required->getMessage());
foreach ([
    fn () => $careful->finishSignIn($required->challenge(), code: 'wrong'),
    fn () => $careful->signIn($name, $password, code: 'wrong'),
    fn () => $careful->signIn($name, $password, code: fn () => 'wrong'),
] as $wrong) {
    $seen = refusal($wrong);
    check($seen->errorCode === 'login_failed' && !$seen instanceof SecondFactorRequired, $seen->getMessage());
}
check($nameOf($careful->finishSignIn($required->challenge(), recoveryCode: getenv('COLOPHON_RECOVERY_CODE'))) === $name, $name);
check($nameOf((new Service(getenv('COLOPHON_URL')))->signIn($name, $password, code: $nextCode)) === $name, $name);
$unasked = fn () => throw new RuntimeException('who has no second factor is asked for a code');
(new Service(getenv('COLOPHON_URL')))->signIn(getenv('COLOPHON_USERNAME'), $password, code: $unasked);

// An application, whose session has ended: the first request is refused, and renewals are if they shall be.
function grants(bool $isRefused, int $end): array
{
    $grants = [];
    $hasEnded = false;
    $curl = new CurlHandler();
    $handler = function (RequestInterface $request, array $options) use ($curl, $isRefused, $end, &$grants, &$hasEnded) {
        $refusal = new FulfilledPromise(new Response(401, [], '{"errors":[]}'));
        if (!str_ends_with($request->getUri()->getPath(), '/auth')) {
            [$isFirst, $hasEnded] = [!$hasEnded, true];
            return $isFirst && $end > 0 ? $refusal : $curl($request, $options);
        }
        $grants[] = $grant = json_decode((string) $request->getBody(), true)['grant_type'];
        if ($grant === 'refresh_token' && $isRefused) {
            return $refusal;
        }
        $short = function (Response $response) use (&$grants, $end): Response {
            $answer = json_decode((string) $response->getBody(), true);
            if (count($grants) === 1) {
                $answer['meta']['expires_in'] = $end;
            }
            return new Response($response->getStatusCode(), [], json_encode($answer));
        };
        return $curl($request, $options)->then($short);
    };
    $robot = new Service(getenv('COLOPHON_URL'), options: ['handler' => $handler]);
    $robot->signInApplication(getenv('COLOPHON_CLIENT_ID'), getenv('COLOPHON_CLIENT_SECRET'));
    $page = $robot->api(CountriesApi::class)->listCountries(filter_continent: 'Atlantis');
    check(count($page->getData()) === 20, $page);
    return $grants;
}

foreach ([0, 60] as $end) {
    $seen = [grants(false, $end), grants(true, $end)];
    check($seen[0] === ['client_credentials', 'refresh_token'], $seen);
    check($seen[1] === ['client_credentials', 'refresh_token', 'client_credentials'], $seen);
}
$wrong = refusal(fn () => (new Service(getenv('COLOPHON_URL')))->signInApplication(getenv('COLOPHON_CLIENT_ID'), 'no-secret-of-it'));
check($wrong->errorCode === 'login_failed', $wrong->getMessage());

echo "done\n";
