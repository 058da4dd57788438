<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

/** Signed requests, as the service sends them. */
final class Example
{
    public const SECRET = 'whsec_ASZLcJW63wQpTnOYveIHLFF2m8DlCi9UeZ7D6A0yV3w=';

    public static function body(string $eventid = 'e-1'): string
    {
        return '{"event":"onDelivered","eventid":"' . $eventid . '","timestamp":"2026-03-31T16:20:40Z",'
            . '"references":{"orderNo":"A-1001"},"data":{"delivery_status":"Delivered"},"reporting":{}}';
    }

    /** @return array<string, string> */
    public static function headers(string $body, ?int $now = null): array
    {
        $timestamp = (string) ($now ?? time());
        $key = (string) base64_decode(substr(self::SECRET, strlen('whsec_')), true);
        return [
            'Content-Type' => 'application/json',
            'webhook-id' => 'e-1',
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', "e-1.$timestamp.$body", $key, true)),
        ];
    }
}
