<?php
// Has PHP compile every file of the client that is named.
require $argv[1] . '/autoload.php';
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($argv[1] . '/lib', FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) {
    require_once $file->getPathname();
}
