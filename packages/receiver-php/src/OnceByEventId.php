<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use Closure;

/**
 * A store for Receiver that completes the work at most once per event.
 *
 * @template Tx
 */
final class OnceByEventId
{
    /** @var Closure(TrackingWebhook|OperationalWebhook|UnknownWebhook, Tx): void */
    private readonly Closure $work;

    /**
     * @param Memory<Tx> $memory
     * @param callable(TrackingWebhook|OperationalWebhook|UnknownWebhook, Tx): void $work
     */
    public function __construct(private readonly Memory $memory, callable $work)
    {
        $this->work = $work(...);
    }

    public function __invoke(TrackingWebhook|OperationalWebhook|UnknownWebhook $webhook): void
    {
        $this->memory->once(
            $webhook->eventid,
            /** @param Tx $tx */
            fn (mixed $tx) => ($this->work)($webhook, $tx),
        );
    }
}
