<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use RuntimeException;

/** PHP's own web server with one script, on a free port of this machine. */
final class PhpServer
{
    /** @param resource $process */
    private function __construct(private readonly mixed $process, private readonly int $port)
    {
    }

    /**
     * @param array<string, string> $environment
     * @param list<string> $settings such as `display_errors=1`
     */
    public static function start(string $script, array $environment, array $settings = []): self
    {
        $port = self::freePort();
        $options = array_merge(...array_map(fn (string $setting) => ['-d', $setting], $settings));
        $log = dirname($script) . '/server.log';
        $process = proc_open(
            [PHP_BINARY, ...$options, '-S', "127.0.0.1:$port", $script],
            [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']],
            $pipes,
            dirname($script),
            $environment + getenv(),
        );
        if ($process === false) {
            throw new RuntimeException('PHP did not start.');
        }
        $server = new self($process, $port);
        $server->waitUntilItListens();
        return $server;
    }

    /**
     * @param array<string, string> $headers
     * @return array{int, string} status and text
     */
    public function request(string $method, array $headers, string $body): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $options = ['method' => $method, 'header' => $lines, 'content' => $body, 'ignore_errors' => true, 'timeout' => 30];
        $text = file_get_contents("http://127.0.0.1:$this->port/", false, stream_context_create(['http' => $options]));
        preg_match('/^HTTP\S+ (\d+)/', $http_response_header[0] ?? '', $status);
        return [(int) ($status[1] ?? 0), (string) $text];
    }

    public function stop(): void
    {
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
    }

    private function waitUntilItListens(): void
    {
        while (proc_get_status($this->process)['running']) {
            $socket = @stream_socket_client("tcp://127.0.0.1:$this->port");
            if ($socket !== false) {
                fclose($socket);
                return;
            }
            usleep(10_000);
        }
        throw new RuntimeException('PHP ended.');
    }

    private static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new RuntimeException('There is no free port.');
        }
        $name = (string) stream_socket_get_name($socket, false);
        fclose($socket);
        return (int) substr((string) strrchr($name, ':'), 1);
    }
}
