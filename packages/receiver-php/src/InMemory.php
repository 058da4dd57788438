<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * For examples and tests only: a restart forgets, and PHP usually restarts for every request.
 *
 * @implements Memory<null>
 */
final class InMemory implements Memory
{
    /** @var array<string, 'working'|'done'> */
    private array $events = [];

    public function once(string $eventid, callable $work): void
    {
        // PHP turns a key like "12" into a number; the prefix keeps it a text.
        $key = "id:$eventid";
        $state = $this->events[$key] ?? null;
        if ($state === 'done') {
            return;
        }
        if ($state === 'working') {
            throw new Busy($eventid);
        }
        $this->events[$key] = 'working';
        try {
            $work(null);
            $this->events[$key] = 'done';
        } finally {
            if ($this->events[$key] === 'working') {
                unset($this->events[$key]);
            }
        }
    }
}
