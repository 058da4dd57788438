<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use PDO;

/** SQLite always; PostgreSQL and MySQL or MariaDB where their DSN is set (tests/databases.sh sets both). */
final class Databases
{
    /** @return array<string, string> DSN by name; an empty DSN = not here */
    public static function all(Folder $folder): array
    {
        return [
            'sqlite' => "sqlite:$folder->path/shop.sqlite",
            'pgsql' => (string) getenv('TEST_PGSQL_DSN'),
            'mysql' => (string) getenv('TEST_MYSQL_DSN'),
        ];
    }

    public static function connect(string $dsn): PDO
    {
        return new PDO($dsn);
    }
}
