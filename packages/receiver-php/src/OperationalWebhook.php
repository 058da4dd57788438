<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * An event about the shop's own receivers.
 *
 * @phpstan-import-type OperationalData from Types
 */
final class OperationalWebhook extends Webhook
{
    /** @param OperationalData $data */
    private function __construct(string $event, Envelope $envelope, public readonly array $data)
    {
        parent::__construct('operational', $event, $envelope->eventid, $envelope->timestamp, $envelope->body);
    }

    /** @internal */
    public static function from(Envelope $envelope): ?self
    {
        $event = self::event($envelope);
        // The service's schema promises the fields. To check them here would refuse what a newer service sends.
        /** @var OperationalData|null $data */
        $data = $envelope->json->field('data')->object();
        if ($event === null || $data === null) {
            return null;
        }
        return new self($event, $envelope, $data);
    }

    private static function event(Envelope $envelope): ?string
    {
        $isPlain = !$envelope->isCloudEvent && $envelope->json->field('event')->text() === null;
        $event = $isPlain ? $envelope->name : $envelope->nameAfter('operational');
        return in_array($event, Types::OPERATIONAL_EVENTS, true) ? $event : null;
    }
}
