<?php
// What a user of the client by OpenAPI Generator does.
require 'autoload.php';

use OpenAPI\Client\Api\AuthApi;
use OpenAPI\Client\Api\CountriesApi;
use OpenAPI\Client\Api\DownloadsApi;
use OpenAPI\Client\Api\StreamsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CountriesCreateAttributes;
use OpenAPI\Client\Model\CountriesCreateBody;
use OpenAPI\Client\Model\CountriesCreateData;
use OpenAPI\Client\Model\SignInBody;
use OpenAPI\Client\Model\SourcesLinkInput;
use OpenAPI\Client\Model\SourcesLinksBody;

function check(bool $isRight, mixed $seen): void
{
    if (!$isRight) {
        throw new Error('not as expected: ' . print_r($seen, true));
    }
}

$config = (new Configuration())->setHost(getenv('SERVICE_URL'));
$credentials = new SignInBody(['username' => getenv('SERVICE_USERNAME'), 'password' => getenv('SERVICE_PASSWORD')]);
$session = (new AuthApi(config: $config))->signIn($credentials);
$config->setAccessToken($session->getMeta()->getJwt());
$countries = new CountriesApi(config: $config);

$found = $countries->listCountries(filter_iso_code: 'C001', include: 'sources');
check(count($found->getData()) === 1 && $found->getData()[0]->getAttributes()->getIsoCode() === 'C001', $found);
$document = null;
foreach ($found->getIncluded() as $one) {
    if ($one->getType() === 'documents') {
        $document = $one->getId();
    }
}
check($document !== null && count($found->getIncluded()) === 2, $found->getIncluded());

$attributes = new CountriesCreateAttributes(['iso_code' => 'PH', 'population' => 7]);
$data = new CountriesCreateData(['type' => 'countries', 'attributes' => $attributes]);
$created = $countries->createCountry(new CountriesCreateBody(['data' => $data]));
check($created->getData()->getAttributes()->getPopulation() === 7, $created);

$link = new SourcesLinkInput(['type' => 'documents', 'id' => $document]);
$countries->addCountrySources($created->getData()->getId(), new SourcesLinksBody(['data' => [$link]]));

try {
    $countries->getCountry('no-such-country');
    throw new Error('not refused');
} catch (ApiException $refusal) {
    check($refusal->getResponseObject()->getError()->getCode() === 'not_found', $refusal->getResponseBody());
}

$sent = implode('', array_map('chr', range(0, 255)));
$uploaded = (new StreamsApi(config: $config))->uploadStream('bytes.bin', $sent);
$back = (new DownloadsApi(config: $config))->downloadStream($uploaded->getData()->getId());
check(file_get_contents($back->getPathname()) === $sent, $back);
