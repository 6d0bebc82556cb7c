<?php
// For use without Composer, beside the Guzzle of the distribution.
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace('\\', '/', substr($class, strlen('Colophon\\'))) . '.php';
    if (str_starts_with($class, 'Colophon\\') && is_file($file)) {
        require $file;
    }
});
if (!class_exists('GuzzleHttp\\Client')) {
    require_once 'GuzzleHttp/autoload.php';
}
