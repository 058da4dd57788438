<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

/** A temporary folder of one test. */
final class Folder
{
    public readonly string $path;

    public function __construct()
    {
        $this->path = sys_get_temp_dir() . '/parcel-webhooks-' . bin2hex(random_bytes(6));
        mkdir($this->path);
    }

    public function write(string $name, string $text): string
    {
        file_put_contents("$this->path/$name", $text);
        return "$this->path/$name";
    }

    /** The script finds this package as if Composer had installed it. */
    public function install(): void
    {
        mkdir("$this->path/vendor");
        $this->write('vendor/autoload.php', '<?php require ' . var_export(__DIR__ . '/bootstrap.php', true) . ';');
    }

    public function remove(): void
    {
        foreach (['vendor/*', '*'] as $pattern) {
            foreach (glob("$this->path/$pattern") ?: [] as $path) {
                is_dir($path) ? rmdir($path) : unlink($path);
            }
        }
        rmdir($this->path);
    }
}
