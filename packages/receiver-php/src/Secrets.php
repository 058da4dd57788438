<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use InvalidArgumentException;
use SensitiveParameter;

/**
 * The secrets of a receiver: the newest first, then those that a rotation has replaced.
 *
 * @internal
 */
final class Secrets
{
    private const PREFIX = 'whsec_';
    private const LEAST_BYTES = 16;

    /** @param non-empty-list<string> $keys */
    private function __construct(#[SensitiveParameter] private readonly array $keys)
    {
    }

    /** @param array<array-key, mixed> $secrets */
    public static function from(#[SensitiveParameter] array $secrets): self
    {
        $keys = array_map(self::key(...), array_values($secrets), array_keys(array_values($secrets)));
        if ($keys === []) {
            throw new InvalidArgumentException('There is no secret. Give the secret of this receiver (whsec_…).');
        }
        return new self($keys);
    }

    /** @return non-empty-list<string> the base64 text of each secret's signature */
    public function sign(string $signed): array
    {
        return array_map(static fn (string $key) => base64_encode(hash_hmac('sha256', $signed, $key, true)), $this->keys);
    }

    private static function key(#[SensitiveParameter] mixed $secret, int $index): string
    {
        $base64 = is_string($secret) && str_starts_with($secret, self::PREFIX)
            ? substr($secret, strlen(self::PREFIX))
            : '';
        $key = (string) base64_decode($base64, true);
        // PHP skips blanks and missing padding even in strict mode. Encoding again finds both.
        if (base64_encode($key) !== $base64 || strlen($key) < self::LEAST_BYTES) {
            // The message never contains the secret, because messages end in logs.
            throw new InvalidArgumentException('The secret ' . ($index + 1) . ' is not whsec_ and base64 of '
                . self::LEAST_BYTES . ' bytes or more. Copy it again, without quotes, blanks and line breaks.');
        }
        return $key;
    }

    /** @return array<string, string> what var_dump() may show */
    public function __debugInfo(): array
    {
        return ['keys' => count($this->keys) . ' hidden'];
    }
}
