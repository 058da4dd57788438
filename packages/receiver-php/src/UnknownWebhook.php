<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/** A genuine webhook that this version of the package does not know. Store it, or ignore it. */
final class UnknownWebhook extends Webhook
{
    /** @internal */
    public function __construct(Envelope $envelope)
    {
        parent::__construct('unknown', $envelope->name, $envelope->eventid, $envelope->timestamp, $envelope->body);
    }
}
