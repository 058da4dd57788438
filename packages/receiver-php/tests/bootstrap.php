<?php

declare(strict_types=1);

// Composer's packages, or those of Debian (php-nyholm-psr7, php-symfony-http-foundation, phpunit).
if (is_file(__DIR__ . '/../vendor/autoload.php')) {
    require __DIR__ . '/../vendor/autoload.php';
    return;
}

require_once 'Nyholm/Psr7/autoload.php';
require_once 'Symfony/Component/HttpFoundation/autoload.php';

spl_autoload_register(static function (string $class): void {
    $folders = ['ParcelWebhooks\\Tests\\' => __DIR__, 'ParcelWebhooks\\' => __DIR__ . '/../src'];
    foreach ($folders as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
            return;
        }
    }
});

// Debian has no package of this interface.
if (!interface_exists(Psr\Http\Server\RequestHandlerInterface::class)) {
    require __DIR__ . '/request-handler-interface.php';
}
