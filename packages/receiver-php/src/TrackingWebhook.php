<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * One of the eleven events of a parcel.
 *
 * @phpstan-import-type References from Types
 * @phpstan-import-type Reporting from Types
 * @phpstan-import-type TrackingData from Types
 */
final class TrackingWebhook extends Webhook
{
    /**
     * @param References $references
     * @param TrackingData $data
     * @param Reporting $reporting
     */
    private function __construct(
        string $event,
        Envelope $envelope,
        public readonly array $references,
        public readonly array $data,
        public readonly array $reporting,
        /** Null = unknown. */
        public readonly ?ExpectedDelivery $expectedDelivery,
    ) {
        parent::__construct('tracking', $event, $envelope->eventid, $envelope->timestamp, $envelope->body);
    }

    /** @internal */
    public static function from(Envelope $envelope): ?self
    {
        $event = self::event($envelope);
        $content = $envelope->isCloudEvent ? $envelope->json->field('data') : $envelope->json;
        // The service's schema promises the fields. To check them here would refuse what a newer service sends.
        /** @var TrackingData|null $data */
        $data = $content->field('data')->object();
        if ($event === null || $data === null) {
            return null;
        }
        /** @var References $references */
        $references = $content->field('references')->object() ?? [];
        /** @var Reporting $reporting */
        $reporting = $content->field('reporting')->object() ?? [];
        $expectedDelivery = ExpectedDelivery::from($content->field('data')->field('expected_delivery_date_raw'));
        return new self($event, $envelope, $references, $data, $reporting, $expectedDelivery);
    }

    private static function event(Envelope $envelope): ?string
    {
        if (!$envelope->isCloudEvent) {
            $event = $envelope->json->field('event')->text();
            return in_array($event, Types::TRACKING_EVENTS, true) ? $event : null;
        }
        $name = $envelope->nameAfter('tracking.event');
        foreach (Types::TRACKING_EVENTS as $event) {
            if ($name === strtolower($event)) {
                return $event;
            }
        }
        return null;
    }
}
