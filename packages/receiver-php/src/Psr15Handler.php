<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Message\StreamInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** The receiver for frameworks of PSR-15, such as Slim and Mezzio. */
final class Psr15Handler implements RequestHandlerInterface
{
    public function __construct(
        private readonly Receiver $receiver,
        private readonly ResponseFactoryInterface $responses,
    ) {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        $answer = $request->getMethod() === 'POST'
            ? $this->receiver->receive($request->getHeaders(), $this->body($request->getBody()))
            : Answer::methodNotAllowed();
        $response = $this->responses->createResponse($answer->status);
        foreach ($answer->headers as $name => $value) {
            $response = $response->withHeader($name, $value);
        }
        $response->getBody()->write($answer->text);
        return $response;
    }

    /** Stops when the body is too large. */
    private function body(StreamInterface $stream): string
    {
        if ($stream->isSeekable()) {
            $stream->rewind();
        }
        $body = '';
        while (!$stream->eof() && strlen($body) <= $this->receiver->maxBytes) {
            $body .= $stream->read(65_536);
        }
        return $body;
    }
}
