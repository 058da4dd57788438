<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use JsonException;

/** When the parcel is expected: local dates and times of the recipient, without a zone. */
final class ExpectedDelivery
{
    private function __construct(
        /** Such as `2026-03-30`. */
        public readonly string $startDate,
        /** Equal to startDate when the day is known. */
        public readonly string $endDate,
        /** Such as `10:00:00`; null = not known. */
        public readonly ?string $startTime,
        public readonly ?string $endTime,
    ) {
    }

    /**
     * Every form of `expected_delivery_date_raw`. Null = unknown.
     *
     * @internal
     */
    public static function from(Json $raw): ?self
    {
        $date = self::unwrapped($raw);
        $startDate = $date->field('startDate')->text();
        $endDate = $date->field('endDate')->text();
        if ($startDate === null || $endDate === null) {
            return null;
        }
        return new self($startDate, $endDate, $date->field('startTime')->text(), $date->field('endTime')->text());
    }

    /** The date may be JSON in a text. */
    private static function unwrapped(Json $raw): Json
    {
        $text = $raw->text();
        if ($text === null) {
            return $raw;
        }
        try {
            return Json::decode($text);
        } catch (JsonException) {
            return $raw;
        }
    }
}
