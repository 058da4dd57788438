<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use ParcelWebhooks\Busy;
use ParcelWebhooks\InMemory;
use ParcelWebhooks\OnceByEventId;
use ParcelWebhooks\Receiver;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class InMemoryTest extends TestCase
{
    public function testRunsOnce(): void
    {
        $runs = 0;
        $store = new OnceByEventId(new InMemory(), function () use (&$runs): void {
            $runs++;
        });
        $receiver = new Receiver(Example::SECRET, $store);
        $body = Example::body();

        self::assertSame(204, $receiver->receive(Example::headers($body), $body)->status);
        self::assertSame(204, $receiver->receive(Example::headers($body), $body)->status);
        self::assertSame(1, $runs);
    }

    public function testFailedWorkIsForgotten(): void
    {
        $memory = new InMemory();
        try {
            $memory->once('12', fn () => throw new RuntimeException());
        } catch (RuntimeException) {
        }
        $runs = 0;
        $memory->once('12', function () use (&$runs): void {
            $runs++;
        });

        self::assertSame(1, $runs);
    }

    public function testRepeatMeanwhileIsBusy(): void
    {
        $memory = new InMemory();

        $this->expectException(Busy::class);
        $memory->once('e-1', fn () => $memory->once('e-1', fn () => null));
    }
}
