<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use RuntimeException;

/** A process of tests/programs/receive.php. */
final class Program
{
    /**
     * @param resource $process
     * @param array<array-key, resource> $pipes
     */
    private function __construct(private readonly mixed $process, private readonly array $pipes)
    {
    }

    public static function start(string ...$arguments): self
    {
        $command = [PHP_BINARY, __DIR__ . '/programs/receive.php', ...array_values($arguments)];
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException('The program did not start.');
        }
        return new self($process, $pipes);
    }

    /** The next line that it prints; "" = it has ended. */
    public function line(): string
    {
        return trim((string) fgets($this->pipes[1]));
    }

    public function say(string $line): void
    {
        fwrite($this->pipes[0], "$line\n");
    }

    public function end(): void
    {
        fclose($this->pipes[0]);
        proc_close($this->process);
    }

    public function kill(): void
    {
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
    }
}
