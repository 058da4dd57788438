<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use Throwable;

/**
 * Remembers events whose work is complete.
 *
 * @template Tx what the work uses to write in the same transaction
 */
interface Memory
{
    /**
     * Runs the work, unless it is remembered. Remembers the id only together with the completed work.
     *
     * @param callable(Tx): void $work
     * @throws Busy another request is working on this id at this moment
     * @throws Throwable what the work throws; then nothing is remembered
     */
    public function once(string $eventid, callable $work): void;
}
