<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use Closure;
use LogicException;
use Throwable;

/**
 * The request and the answer of PHP without a framework.
 *
 * @internal
 */
final class PlainPhp
{
    /** @param Closure(Throwable): void $onError */
    public static function run(Receiver $receiver, Closure $onError): void
    {
        if (headers_sent($file, $line)) {
            $onError(new LogicException("Output began at $file:$line, so PHP answers 200 even if a webhook fails. "
                . 'Remove that output (often a blank or a byte order mark before <?php).'));
        }
        // PHP answers 200 after exit(), and after a fatal error while display_errors is on.
        // The webhook would be lost, so the answer is 500 until the work is durable.
        self::sendStatus(500);
        ob_start();
        $answer = ($_SERVER['REQUEST_METHOD'] ?? '') === 'POST'
            ? $receiver->receive(self::headers(), self::body($receiver->maxBytes))
            : Answer::methodNotAllowed();
        ob_end_clean();
        self::send($answer);
    }

    /** @return array<string, mixed> */
    private static function headers(): array
    {
        $headers = [];
        foreach ($_SERVER as $name => $value) {
            if (str_starts_with((string) $name, 'HTTP_')) {
                $headers[str_replace('_', '-', substr((string) $name, strlen('HTTP_')))] = $value;
            }
        }
        return $headers;
    }

    /**
     * Stops after one byte too many.
     *
     * @param positive-int $maxBytes
     */
    private static function body(int $maxBytes): string
    {
        return (string) file_get_contents('php://input', length: $maxBytes + 1);
    }

    private static function send(Answer $answer): void
    {
        self::sendStatus($answer->status, $answer->headers);
        echo $answer->text;
    }

    /** @param array<string, string> $headers */
    private static function sendStatus(int $status, array $headers = []): void
    {
        if (headers_sent()) {
            return;
        }
        http_response_code($status);
        foreach ($headers as $name => $value) {
            header("$name: $value");
        }
    }
}
