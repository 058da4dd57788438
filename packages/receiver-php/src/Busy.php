<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use RuntimeException;

/** Another request is working on this event. The answer is 503, and the service sends the event again. */
final class Busy extends RuntimeException
{
    public function __construct(string $eventid)
    {
        parent::__construct("Another request is working on the event $eventid.");
    }
}
