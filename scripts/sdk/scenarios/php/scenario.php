<?php
// What a user of the PHP client does, against a service with the type countries.
declare(strict_types=1);

use Colophon\Api\AuthApi;
use Colophon\Api\CountriesApi;
use Colophon\Api\DocumentsApi;
use Colophon\Api\DownloadsApi;
use Colophon\Api\FilesApi;
use Colophon\Api\ObjectsApi;
use Colophon\Api\StreamsApi;
use Colophon\ApiException;
use Colophon\Configuration;
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
use Colophon\Model\SignInBody;

require $argv[1] . '/autoload.php';

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

/** What the service says when it refuses. */
function refusal(callable $ask): ErrorResponse
{
    try {
        $answer = $ask();
    } catch (ApiException $failure) {
        check($failure->getResponseObject() instanceof ErrorResponse, $failure->getResponseBody());
        return $failure->getResponseObject();
    }
    throw new RuntimeException('was not refused: ' . json_encode($answer));
}

// Sign in.
$config = (new Configuration())->setHost(getenv('COLOPHON_URL'));
$session = (new AuthApi(config: $config))->signIn(new SignInBody([
    'username' => getenv('COLOPHON_USERNAME'),
    'password' => getenv('COLOPHON_PASSWORD'),
]));
$config->setAccessToken($session->getMeta()->getJwt());

// Create a country and a document.
$countries = new CountriesApi(config: $config);
$newCountry = fn (array $attributes): CountriesCreateBody => new CountriesCreateBody([
    'data' => new CountriesCreateData(['attributes' => new CountriesCreateAttributes($attributes)]),
]);
$country = $countries->createCountry($newCountry([
    'iso_code' => 'PH', 'title' => 'Elephantia', 'population' => 8_100_000_000, 'area' => 0.1, 'continent' => 'PHP',
]));
$attributes = $country->getData()->getAttributes();
check($attributes instanceof CountriesAttributes && $attributes->getIsoCode() === 'PH', $country);
check($attributes->getPopulation() === 8_100_000_000 && $attributes->getArea() === 0.1, $country);

$document = (new DocumentsApi(config: $config))->createDocument(new DocumentsCreateBody([
    'data' => new DocumentsCreateData(['attributes' => new DocumentsCreateAttributes(['title' => 'From PHP'])]),
]));
check($document->getData()->getAttributes()->getTitle() === 'From PHP', $document);

// List with a filter, and what is related.
$found = $countries->listCountries(filter_iso_code: 'C001', include: 'sources');
check(count($found->getData()) === 1 && $found->getData()[0]->getAttributes()->getIsoCode() === 'C001', $found);
$titles = [];
foreach ($found->getIncluded() as $related) {
    if ($related instanceof DocumentsResource) {
        $titles['document'] = $related->getAttributes()->getTitle();
    } elseif ($related instanceof ImagesResource) {
        $titles['image'] = $related->getAttributes()->getTitle();
    }
}
ksort($titles);
check($titles === ['document' => 'Source of country 1', 'image' => 'Map of country 1'], $titles);

$large = $countries->listCountries(filter_continent: 'Atlantis', filter_population_gte: 44_000);
check(count($large->getData()) === 2, $large);

// A list of several types tells them apart.
$mixed = (new ObjectsApi(config: $config))->listObjects(filter_type: 'countries,documents', page_size: 100)->getData();
$of = fn (string $class): array => array_filter($mixed, fn (object $one): bool => $one instanceof $class);
check(count($of(CountriesResource::class)) >= 45 && count($of(DocumentsResource::class)) >= 2, $mixed);
check(count($of(CountriesResource::class)) + count($of(DocumentsResource::class)) === count($mixed), $mixed);

// All pages.
$codes = [];
$page = 0;
do {
    $answer = $countries->listCountries(filter_continent: 'Atlantis', sort: 'iso_code', page: ++$page);
    foreach ($answer->getData() as $one) {
        $codes[] = $one->getAttributes()->getIsoCode();
    }
} while ($answer->getLinks()->getNext() !== null);
check($page === 3 && $codes === array_map(fn (int $n): string => sprintf('C%03d', $n), range(1, 45)), $codes);

// Upload a file.
$file = tmpfile();
fwrite($file, "Hello from PHP\n");
rewind($file);
$uploaded = (new FilesApi(config: $config))->uploadFile('php.txt', $file);
check($uploaded->getData()->getAttributes()->getTitle() === 'php.txt', $uploaded);

$bytes = implode('', array_map('chr', range(0, 255)));
$file = tmpfile();
fwrite($file, $bytes);
rewind($file);
$stored = (new StreamsApi(config: $config))->uploadStream('bytes.bin', $file);
$back = (new DownloadsApi(config: $config))->downloadStream($stored->getData()->getId());
check(file_get_contents($back->getPathname()) === $bytes, $back->getSize());

// What is not there, and what is refused.
$absent = refusal(fn () => $countries->getCountry('no-such-country'));
check($absent->getError()->getStatus() === '404' && $absent->getError()->getCode() === 'not_found', $absent);

$refused = refusal(fn () => $countries->createCountry($newCountry(['iso_code' => 'PZ', 'uname' => '12345'])));
$fault = $refused->getErrors()[0];
check($fault->getCode() === 'invalid_data' && $fault->getSource()->getPointer() === '/data/attributes/uname', $refused);

echo "done\n";
