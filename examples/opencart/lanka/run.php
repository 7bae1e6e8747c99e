<?php
// By the clock, every five minutes: */5 * * * * php /path/to/lanka/run.php
// Writes one line, and ends with 1 when something is to be mended.

namespace Lanka\OpenCart;

if (PHP_SAPI !== 'cli') {
    http_response_code(404);
    exit;
}
foreach (['sdk/Lanka', 'shop', 'texts', 'goods', 'orders', 'sync'] as $part) {
    require __DIR__ . "/$part.php";
}
$file = __DIR__ . '/settings.php';
if (!is_file($file)) {
    fwrite(STDERR, "Copy settings.sample.php to settings.php and fill it in\n");
    exit(1);
}
$settings = require $file;
require $settings['opencart'];

// of two runs one works; the system lets go of the lock when a run is over, however it ends
$lock = fopen(__FILE__, 'r');
if (!flock($lock, LOCK_EX | LOCK_NB)) {
    exit;
}
try {
    $where = sprintf('mysql:host=%s;port=%s;dbname=%s;charset=utf8mb4', DB_HOSTNAME, defined('DB_PORT') ? DB_PORT : 3306, DB_DATABASE);
    $db = new \PDO($where, DB_USERNAME, DB_PASSWORD);
    // as OpenCart asks for it: a column that is not named is empty
    $db->exec("SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION'");
    $of_shop = [
        'images' => DIR_IMAGE,
        'cache' => DIR_CACHE,
        'site' => defined('HTTPS_SERVER') && HTTPS_SERVER !== '' ? HTTPS_SERVER : HTTP_SERVER,
    ];
    $shop = new Shop($db, DB_PREFIX, $settings + $of_shop);
    $problem = sync($shop);
    $done = text($shop, 'done');
} catch (\Throwable $error) {
    // of the shop itself; where it was called from would tell its password
    [$problem, $done] = [sprintf('%s (%s:%d)', $error->getMessage(), basename($error->getFile()), $error->getLine()), ''];
}
fwrite($problem === '' ? STDOUT : STDERR, date('Y-m-d H:i ') . ($problem === '' ? $done : $problem) . "\n");
exit($problem === '' ? 0 : 1);
