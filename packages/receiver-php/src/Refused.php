<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use RuntimeException;

/** A request that is not an acceptable webhook. `reason` is the code; the message says what to do. */
final class Refused extends RuntimeException
{
    private const STATUS = [
        'missing_header' => 401,
        'duplicate_header' => 401,
        'bad_timestamp' => 401,
        'too_old' => 401,
        'too_new' => 401,
        'no_known_signature' => 401,
        'wrong_signature' => 401,
        'changed_body' => 401,
        'not_json' => 400,
        'not_a_webhook' => 400,
        'too_large' => 413,
        // The code of this receiver is wrong, not the request: with 5xx the service sends it again.
        'parsed_body' => 500,
    ];

    /** The status of the answer. */
    public readonly int $status;

    /** @param key-of<self::STATUS> $reason */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
        $this->status = self::STATUS[$reason];
    }
}
