<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * The three headers of a webhook, each exactly once.
 *
 * @internal
 */
final class Headers
{
    private const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

    private function __construct(
        public readonly string $id,
        public readonly string $timestamp,
        public readonly string $signature,
    ) {
    }

    /**
     * @param array<array-key, mixed> $headers names in any case; a value is a text or a list of texts
     * @throws Refused
     */
    public static function from(array $headers): self
    {
        /** @var array<value-of<self::NAMES>, list<string>> $found */
        $found = array_fill_keys(self::NAMES, []);
        foreach ($headers as $name => $value) {
            $name = strtolower((string) $name);
            if (isset($found[$name])) {
                array_push($found[$name], ...self::texts($value));
            }
        }
        self::refuseMissing($found);
        self::refuseDuplicates($found);
        return new self(
            implode($found['webhook-id']),
            implode($found['webhook-timestamp']),
            implode($found['webhook-signature']),
        );
    }

    /** @return list<string> */
    private static function texts(mixed $value): array
    {
        $texts = [];
        foreach (is_array($value) ? $value : [$value] as $text) {
            if (is_string($text)) {
                $texts[] = $text;
            }
        }
        return $texts;
    }

    /** @param array<string, list<string>> $found */
    private static function refuseMissing(array $found): void
    {
        foreach ($found as $name => $values) {
            if (trim(implode('', $values)) === '') {
                throw new Refused('missing_header', "The header $name is absent or blank. "
                    . 'Check that signing is enabled for this receiver and that no proxy removes the header.');
            }
        }
    }

    /** @param array<string, list<string>> $found */
    private static function refuseDuplicates(array $found): void
    {
        foreach ($found as $name => $values) {
            if (count($values) > 1) {
                throw new Refused('duplicate_header', "The header $name comes " . count($values) . ' times. '
                    . 'Check which proxy adds it; the service sends it once.');
            }
        }
    }
}
