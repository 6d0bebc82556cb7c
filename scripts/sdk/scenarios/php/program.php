<?php
require 'autoload.php';

use Colophon\Api\{DocumentsApi, DownloadsApi, ImagesApi, StreamsApi};
use Colophon\{ApiException, Included, Model, Service};

$service = (new Service(getenv('COLOPHON_URL')))->signIn(getenv('COLOPHON_USERNAME'), getenv('COLOPHON_PASSWORD'));
$documents = $service->api(DocumentsApi::class);

$attributes = new Model\DocumentsCreateAttributes(['title' => 'A page']);
$data = new Model\DocumentsCreateData(['attributes' => $attributes]);
$document = $documents->createDocument(new Model\DocumentsCreateBody(['data' => $data]))->getData();
$body = new Model\ImagesCreateBody(['data' => new Model\ImagesCreateData()]);
$image = $service->api(ImagesApi::class)->createImage($body)->getData();
$poster = new Model\PosterLinkInput(['type' => 'images', 'id' => $image->getId()]);
$documents->addDocumentPoster($document->getId(), new Model\PosterLinksBody(['data' => [$poster]]));

$found = $documents->listDocuments(filter_title: 'A page', include: 'poster', sort: '-id');
echo (new Included($found))->related($found->getData()[0], 'poster')[0]->getId(), " is {$image->getId()}\n";

$progress = fn (int $sent, int $total) => print("$sent of $total\n");
$stream = $service->api(StreamsApi::class, $progress)->uploadStream('a.txt', 'Hello from PHP')->getData();
echo file_get_contents($service->api(DownloadsApi::class)->downloadStream($stream->getId())->getPathname()), "\n";

try {
    $documents->addDocumentPoster('no-such-page', new Model\PosterLinksBody(['data' => [$poster]]));
} catch (ApiException $error) {
    echo $error->errorCode, ' ', $error->pointer, ' ', $error->getMessage(), "\n"; // not_found  404 not_found: ...
}
