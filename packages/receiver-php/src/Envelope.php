<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * What plain bodies and CloudEvents have in common.
 *
 * @internal
 */
final class Envelope
{
    /** @param array<array-key, mixed> $body */
    private function __construct(
        public readonly bool $isCloudEvent,
        public readonly string $name,
        public readonly string $eventid,
        public readonly ?string $timestamp,
        public readonly array $body,
        public readonly Json $json,
    ) {
    }

    /** @throws Refused */
    public static function of(Json $json): self
    {
        $isCloudEvent = $json->field('specversion')->text() !== null;
        $name = $isCloudEvent
            ? $json->field('type')->text()
            : $json->field('event')->text() ?? $json->field('type')->text();
        $eventid = $json->field($isCloudEvent ? 'id' : 'eventid')->text();
        $body = $json->object();
        if ($body === null || $name === null || $name === '' || $eventid === null || $eventid === '') {
            throw new Refused('not_a_webhook', 'The JSON has no name and id of an event. '
                . "Check that this address gets only the service's webhooks.");
        }
        return new self($isCloudEvent, $name, $eventid, $json->field($isCloudEvent ? 'time' : 'timestamp')->text(), $body, $json);
    }

    /** @return string|null what follows `com.<vendor>.tracking.event.`, for example */
    public function nameAfter(string $middle): ?string
    {
        $pattern = '/^com\..+?\.' . preg_quote($middle, '/') . '\.(.+)$/sD';
        return preg_match($pattern, $this->name, $parts) === 1 ? $parts[1] : null;
    }
}
