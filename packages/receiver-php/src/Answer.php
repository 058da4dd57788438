<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/** What to answer the service. Any HTTP library can send it. */
final class Answer
{
    /** @param array<string, string> $headers */
    private function __construct(
        public readonly int $status,
        public readonly string $text = '',
        public readonly array $headers = [],
    ) {
    }

    /** The work is durable. */
    public static function stored(): self
    {
        return new self(204);
    }

    public static function refused(Refused $refused): self
    {
        return self::withText($refused->status, "$refused->reason: {$refused->getMessage()}");
    }

    /** The text has no detail of the error, because the service shows the text to others. */
    public static function storeFailed(): self
    {
        return self::withText(500, 'store_failed');
    }

    /** Without Retry-After, which would pause all webhooks of this receiver. */
    public static function busy(): self
    {
        return self::withText(503, 'busy: another request is working on this event; send it again');
    }

    public static function methodNotAllowed(): self
    {
        return self::withText(405, 'method_not_allowed: this address takes only POST', ['Allow' => 'POST']);
    }

    /** @param array<string, string> $headers */
    private static function withText(int $status, string $text, array $headers = []): self
    {
        return new self($status, "$text\n", ['Content-Type' => 'text/plain; charset=utf-8'] + $headers);
    }
}
