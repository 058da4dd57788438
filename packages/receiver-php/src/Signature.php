<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * Judges whether the service sent these bytes just now.
 *
 * @internal
 */
final class Signature
{
    private const TOLERANCE_SECONDS = 300;
    private const VERSION = 'v1,';
    /** JSON from the service has no whitespace between its tokens. */
    private const REFORMATTED = '/^[ \t\r\n]|[ \t\r\n]$|^[{\[][ \t\r\n]|^\{"[^"\\\\]*"[ \t\r\n]|^\{"[^"\\\\]*":[ \t\r\n]/D';

    /**
     * @param array<array-key, mixed> $headers
     * @throws Refused
     */
    public static function check(Secrets $secrets, array $headers, string $body, int $now): void
    {
        $headers = Headers::from($headers);
        self::checkTime($headers->timestamp, $now);
        $given = self::given($headers->signature);
        $expected = $secrets->sign("$headers->id.$headers->timestamp.$body");
        if (!self::hasMatch($expected, $given)) {
            throw self::mismatch($body);
        }
    }

    private static function checkTime(string $timestamp, int $now): void
    {
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new Refused('bad_timestamp', 'The header webhook-timestamp is not a Unix time in seconds. '
                . 'Check which proxy changes it.');
        }
        $age = $now - (int) $timestamp;
        if (abs($age) < self::TOLERANCE_SECONDS) {
            return;
        }
        [$reason, $side] = $age > 0 ? ['too_old', 'behind'] : ['too_new', 'ahead of'];
        throw new Refused($reason, 'The header webhook-timestamp is ' . abs($age) . " s $side this server's clock; "
            . 'less than ' . self::TOLERANCE_SECONDS . " s is allowed. Check this server's clock (NTP). "
            . 'If the clock is right, somebody repeats an old request.');
    }

    /** @return non-empty-list<string> the texts after `v1,`; later versions of signatures are skipped */
    private static function given(string $signature): array
    {
        $given = [];
        foreach (explode(' ', $signature) as $word) {
            if (str_starts_with($word, self::VERSION)) {
                $given[] = substr($word, strlen(self::VERSION));
            }
        }
        if ($given === []) {
            throw new Refused('no_known_signature', 'The header webhook-signature has no signature of version v1. '
                . 'Check which proxy changes it; else update this package.');
        }
        return $given;
    }

    /**
     * @param list<string> $expected
     * @param list<string> $given
     */
    private static function hasMatch(array $expected, array $given): bool
    {
        foreach ($expected as $right) {
            foreach ($given as $text) {
                // In constant time: `===` would tell an attacker how many characters are right.
                if (hash_equals($right, $text)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static function mismatch(string $body): Refused
    {
        return preg_match(self::REFORMATTED, $body) === 1
            ? new Refused('changed_body', 'The body is not as it was sent: a proxy or a body parser wrote the JSON anew. '
                . 'Verify the bytes as they came.')
            : new Refused('wrong_signature', 'No signature in webhook-signature matches. '
                . "Check that the secret is this receiver's and that the body is the bytes as they came.");
    }
}
