<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use ParcelWebhooks\Answer;
use ParcelWebhooks\Busy;
use ParcelWebhooks\Receiver;
use ParcelWebhooks\Refused;
use ParcelWebhooks\TrackingWebhook;
use ParcelWebhooks\Webhook;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use Throwable;

final class ReceiverTest extends TestCase
{
    private const NOW = 1_774_947_600;

    /** @var list<Refused> */
    private array $refused = [];
    /** @var list<Throwable> */
    private array $errors = [];
    /** @var list<Webhook> */
    private array $stored = [];

    public function testStoresAndAnswers204(): void
    {
        $answer = $this->receive(Example::body());

        self::assertSame([204, '', []], [$answer->status, $answer->text, $answer->headers]);
        $webhook = $this->stored[0];
        self::assertInstanceOf(TrackingWebhook::class, $webhook);
        self::assertSame('A-1001', $webhook->references['orderNo']);
        self::assertSame('Delivered', $webhook->data['delivery_status']);
    }

    public function testFailedStoreIsTold(): void
    {
        $answer = $this->receive(Example::body(), fn () => throw new RuntimeException('the password is 123'));

        self::assertSame([500, "store_failed\n"], [$answer->status, $answer->text]);
        self::assertSame('the password is 123', $this->errors[0]->getMessage());
    }

    public function testFaultInTheStoreIsAnErrorToo(): void
    {
        self::assertSame(500, $this->receive(Example::body(), fn () => intdiv(1, 0))->status);
    }

    public function testBusyIsNoError(): void
    {
        $answer = $this->receive(Example::body(), fn () => throw new Busy('e-1'));

        self::assertSame(503, $answer->status);
        self::assertArrayNotHasKey('Retry-After', $answer->headers);
        self::assertSame([], $this->errors);
    }

    public function testParsedBody(): void
    {
        foreach ([['event' => 'onDelivered'], (object) [], null, 5] as $body) {
            $answer = $this->receiver()->receive(Example::headers('', self::NOW), $body);

            self::assertSame(500, $answer->status);
            self::assertStringStartsWith('parsed_body: ', $answer->text);
            self::assertStringContainsString('getContent()', $answer->text);
        }
        self::assertSame('parsed_body', $this->refused[0]->reason);
    }

    public function testLargeBody(): void
    {
        $answer = $this->receive(str_repeat(' ', 10_485_760));

        self::assertSame(413, $answer->status);
        self::assertSame('too_large', $this->refused[0]->reason);
    }

    public function testLargestBody(): void
    {
        $body = Example::body();
        $body = substr($body, 0, -1) . ',"more":"' . str_repeat('x', Receiver::MAX_BYTES - strlen($body) - 10) . '"}';

        self::assertSame(Receiver::MAX_BYTES, strlen($body));
        self::assertSame(204, $this->receive($body)->status);
    }

    public function testEmptyDataIsAnObjectAndAnEmptyListIsNot(): void
    {
        $this->receive('{"event":"onDelivered","eventid":"e-1","data":{}}');
        $this->receive('{"event":"onDelivered","eventid":"e-1","data":[]}');
        $this->receive('{"event":"onDelivered","eventid":"e-1","data":{"0":1}}');
        $this->receive('{"type":"receiver.failing","eventid":"e-1","data":{}}');

        $kinds = array_map(fn (Webhook $webhook) => $webhook->kind, $this->stored);
        self::assertSame(['tracking', 'unknown', 'tracking', 'operational'], $kinds);
    }

    public function testDepth(): void
    {
        $nested = fn (int $depth) => '{"event":"onNew","eventid":"e-1","data":'
            . str_repeat('[', $depth - 1) . str_repeat(']', $depth - 1) . '}';

        self::assertSame(204, $this->receive($nested(600))->status);
        self::assertSame(204, $this->receive($nested(1000))->status);
        self::assertSame(400, $this->receive($nested(1001))->status);
        self::assertSame('not_json', $this->refused[0]->reason);
    }

    public function testNumbers(): void
    {
        $this->receive('{"event":"onNew","eventid":"e-1","a":9007199254740993,"b":9223372036854775808,"c":1e2}');

        $body = $this->stored[0]->body;
        self::assertSame([9007199254740993, '9223372036854775808', 100.0], [$body['a'], $body['b'], $body['c']]);
    }

    public function testHugeNumberIsNoText(): void
    {
        self::assertSame(400, $this->receive('{"event":"onDelivered","eventid":9223372036854775808}')->status);
    }

    /** PHP refuses these texts, which are valid JSON. */
    public function testOddTexts(): void
    {
        $body = '{"event":"onNew","eventid":"e-1","\u0000a":"\u0000","half":["\ud83d","\uDE00 x","\ud83d\ud83d\ude00","\\\\ud83d","\ud83dx"]}';

        self::assertSame(204, $this->receive($body)->status);
        $stored = $this->stored[0]->body;
        self::assertSame("\0", $stored["\0a"]);
        self::assertSame(['�', '� x', '�😀', '\\ud83d', '�x'], $stored['half']);
    }

    public function testVerifyAlone(): void
    {
        $this->receiver()->verify(Example::headers('{}', self::NOW), '{}');

        $this->expectException(Refused::class);
        $this->receiver()->verify(Example::headers('{}', self::NOW), '[]');
    }

    public function testTextsOfRefusalsSayWhatToDo(): void
    {
        $answer = $this->receiver()->receive(Example::headers('{}', self::NOW - 3600), '{}');

        self::assertSame('text/plain; charset=utf-8', $answer->headers['Content-Type']);
        self::assertStringStartsWith('too_old: ', $answer->text);
        self::assertStringContainsString('3600 s', $answer->text);
        self::assertStringContainsString('NTP', $answer->text);
        self::assertStringEndsWith("\n", $answer->text);
    }

    public function testSecretIsHiddenInDumps(): void
    {
        $receiver = $this->receiver();
        $key = (string) base64_decode(substr(Example::SECRET, strlen('whsec_')), true);

        self::assertStringNotContainsString($key, print_r($receiver, true));
    }

    /** @param (callable(Webhook): mixed)|null $store */
    private function receive(string $body, ?callable $store = null): Answer
    {
        return $this->receiver($store)->receive(Example::headers($body, self::NOW), $body);
    }

    /** @param (callable(Webhook): mixed)|null $store */
    private function receiver(?callable $store = null): Receiver
    {
        return new Receiver(
            Example::SECRET,
            $store ?? function (Webhook $webhook): void {
                $this->stored[] = $webhook;
            },
            onRefused: function (Refused $refused): void {
                $this->refused[] = $refused;
            },
            onError: function (Throwable $error): void {
                $this->errors[] = $error;
            },
            clock: fn () => self::NOW,
        );
    }
}
