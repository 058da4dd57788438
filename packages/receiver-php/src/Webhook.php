<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use JsonException;

/** A webhook of any kind: TrackingWebhook, OperationalWebhook or UnknownWebhook. */
abstract class Webhook
{
    /** @param array<array-key, mixed> $body */
    protected function __construct(
        /** `tracking`, `operational` or `unknown` */
        public readonly string $kind,
        /** The name of the event, such as `onDelivered`. */
        public readonly string $event,
        /** The same for every repeat of this event. */
        public readonly string $eventid,
        /** When it happened: ISO 8601 in UTC. */
        public readonly ?string $timestamp,
        /** The whole JSON as it came, with fields that this package does not know. */
        public readonly array $body,
    ) {
    }

    /**
     * Reads a body. Verify it first.
     *
     * @throws Refused
     */
    public static function parse(string $body): TrackingWebhook|OperationalWebhook|UnknownWebhook
    {
        try {
            $json = Json::decode($body);
        } catch (JsonException $error) {
            throw new Refused('not_json', 'The body is not JSON in UTF-8 (' . $error->getMessage() . '). '
                . "Check that this address gets only the service's webhooks.");
        }
        $envelope = Envelope::of($json);
        return TrackingWebhook::from($envelope)
            ?? OperationalWebhook::from($envelope)
            ?? new UnknownWebhook($envelope);
    }
}
