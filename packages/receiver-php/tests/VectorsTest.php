<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use InvalidArgumentException;
use ParcelWebhooks\ExpectedDelivery;
use ParcelWebhooks\Receiver;
use ParcelWebhooks\Refused;
use ParcelWebhooks\TrackingWebhook;
use ParcelWebhooks\Webhook;
use PHPUnit\Framework\TestCase;

/**
 * The cases that every receiver package judges alike.
 *
 * @phpstan-type Vector array{name: string, secrets: list<string>, now: int, headers: array<string, string|list<string>>, body?: string, bodyBase64?: string, answer: int, why: string, webhook?: array<string, mixed>}
 */
final class VectorsTest extends TestCase
{
    /**
     * @dataProvider vectors
     * @param Vector $vector
     */
    public function testVector(array $vector): void
    {
        $stored = null;
        $reason = 'ok';
        $receiver = new Receiver(
            $vector['secrets'],
            function (Webhook $webhook) use (&$stored): void {
                $stored = $webhook;
            },
            onRefused: function (Refused $refused) use (&$reason): void {
                $reason = $refused->reason;
            },
            clock: fn () => $vector['now'],
        );
        $body = $vector['body'] ?? (string) base64_decode($vector['bodyBase64'] ?? '', true);

        $answer = $receiver->receive($vector['headers'], $body);

        self::assertSame($vector['why'], $reason);
        self::assertSame($vector['answer'], $answer->status);
        self::assertSame($reason === 'ok', $answer->text === '');
        self::assertSame($vector['webhook'] ?? null, $stored === null ? null : self::facts($stored, $vector['webhook'] ?? []));
    }

    /**
     * @dataProvider refusedSecrets
     * @param list<string> $secrets
     */
    public function testRefusedSecrets(array $secrets): void
    {
        try {
            new Receiver($secrets, fn () => null);
            self::fail('The secrets are accepted.');
        } catch (InvalidArgumentException $error) {
            foreach ($secrets as $secret) {
                $isTold = strlen(trim($secret)) > strlen('whsec_') && str_contains((string) $error, $secret);
                self::assertFalse($isTold, 'The message contains the secret.');
            }
            self::assertNotSame('', $error->getMessage());
        }
    }

    /** @return iterable<string, array{Vector}> */
    public static function vectors(): iterable
    {
        foreach (self::file()['vectors'] as $vector) {
            yield $vector['name'] => [$vector];
        }
    }

    /** @return iterable<string, array{list<string>}> */
    public static function refusedSecrets(): iterable
    {
        foreach (self::file()['refusedSecrets'] as ['name' => $name, 'secrets' => $secrets]) {
            yield $name => [$secrets];
        }
    }

    /** @return array{vectors: list<Vector>, refusedSecrets: list<array{name: string, secrets: list<string>}>} */
    private static function file(): array
    {
        $json = (string) file_get_contents(__DIR__ . '/../../vectors.json');
        /** @var array{vectors: list<Vector>, refusedSecrets: list<array{name: string, secrets: list<string>}>} */
        return json_decode($json, true, 512, JSON_THROW_ON_ERROR);
    }

    /**
     * @param array<string, mixed> $expected
     * @return array<string, mixed>
     */
    private static function facts(Webhook $webhook, array $expected): array
    {
        $facts = [
            'kind' => $webhook->kind,
            'event' => $webhook->event,
            'eventid' => $webhook->eventid,
            'timestamp' => $webhook->timestamp,
        ];
        if ($webhook instanceof TrackingWebhook) {
            $facts['expectedDelivery'] = self::dates($webhook->expectedDelivery);
        }
        // The order of the vectors' fields has no meaning.
        return array_replace(array_intersect_key($expected, $facts), $facts);
    }

    /** @return array<string, string|null>|null */
    private static function dates(?ExpectedDelivery $date): ?array
    {
        return $date === null ? null : get_object_vars($date);
    }
}
