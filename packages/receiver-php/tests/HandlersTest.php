<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use Nyholm\Psr7\ServerRequest;
use Nyholm\Psr7\Stream;
use ParcelWebhooks\Psr15Handler;
use ParcelWebhooks\Receiver;
use ParcelWebhooks\Webhook;
use PHPUnit\Framework\TestCase;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamInterface;
use Symfony\Component\HttpFoundation\Request;

final class HandlersTest extends TestCase
{
    /** @var list<Webhook> */
    private array $stored = [];

    public function testPsr15(): void
    {
        $body = Example::body();

        self::assertSame(204, $this->psr15('POST', Example::headers($body), $body)->getStatusCode());
        self::assertSame('e-1', $this->stored[0]->eventid);
    }

    public function testPsr15AfterAnotherReader(): void
    {
        $stream = Stream::create(Example::body());
        $stream->getContents();

        self::assertSame(204, $this->psr15('POST', Example::headers(Example::body()), $stream)->getStatusCode());
    }

    public function testPsr15Refuses(): void
    {
        $response = $this->psr15('POST', ['webhook-id' => ['1', '2']] + Example::headers('{}'), '{}');

        self::assertSame(401, $response->getStatusCode());
        self::assertSame('text/plain; charset=utf-8', $response->getHeaderLine('Content-Type'));
        self::assertStringStartsWith('duplicate_header: ', (string) $response->getBody());
    }

    public function testPsr15TakesOnlyPost(): void
    {
        $response = $this->psr15('GET', [], '');

        self::assertSame([405, 'POST'], [$response->getStatusCode(), $response->getHeaderLine('Allow')]);
    }

    public function testPsr15StopsReadingALargeBody(): void
    {
        $stream = Stream::create(str_repeat(' ', 10_485_760));

        self::assertSame(413, $this->psr15('POST', Example::headers(''), $stream)->getStatusCode());
        self::assertLessThan(Receiver::MAX_BYTES + 131_072, $stream->tell());
    }

    public function testSymfonyParsedJson(): void
    {
        $body = Example::body();
        $request = Request::create('/webhooks', 'POST', content: $body);
        $request->headers->add(Example::headers($body));

        $answer = $this->receiver()->receive($request->headers->all(), $request->toArray());

        self::assertSame(500, $answer->status);
        self::assertStringStartsWith('parsed_body: ', $answer->text);
    }

    /** @param array<string, string|list<string>> $headers */
    private function psr15(string $method, array $headers, string|StreamInterface $body): ResponseInterface
    {
        $handler = new Psr15Handler($this->receiver(), new Psr17Factory());
        return $handler->handle(new ServerRequest($method, '/webhooks', $headers, $body));
    }

    private function receiver(): Receiver
    {
        $store = function (Webhook $webhook): void {
            $this->stored[] = $webhook;
        };
        return new Receiver(Example::SECRET, $store, onRefused: fn () => null);
    }
}
