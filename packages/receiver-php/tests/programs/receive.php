<?php

// Receives one webhook: receive.php DSN EVENTID [wait]
// Prints "working" in the work and "answer STATUS" after it. With "wait", a line on the input must follow each.

declare(strict_types=1);

use ParcelWebhooks\OnceByEventId;
use ParcelWebhooks\PdoMemory;
use ParcelWebhooks\Receiver;
use ParcelWebhooks\Tests\Databases;
use ParcelWebhooks\Tests\Example;
use ParcelWebhooks\Webhook;

require __DIR__ . '/../bootstrap.php';

/** @var list<string> $argv */
[, $dsn, $eventid] = $argv;
$next = static fn (): string => in_array('wait', $argv, true) ? trim((string) fgets(STDIN)) : '';

$work = static function (Webhook $webhook, PDO $pdo) use ($next): void {
    $pdo->prepare('INSERT INTO work (eventid) VALUES (?)')->execute([$webhook->eventid]);
    echo "working\n";
    if ($next() === 'fail') {
        throw new RuntimeException('The work fails.');
    }
};
$receiver = new Receiver(
    Example::SECRET,
    new OnceByEventId(new PdoMemory(Databases::connect($dsn)), $work),
    onError: static fn (Throwable $error) => fwrite(STDERR, "$error\n"),
);
$body = Example::body($eventid);
$answer = $receiver->receive(Example::headers($body), $body);
echo "answer $answer->status\n";
$next();
