<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use PHPUnit\Framework\TestCase;

/** run() in PHP's own web server. */
final class PlainPhpTest extends TestCase
{
    private Folder $folder;
    private ?PhpServer $server = null;

    protected function setUp(): void
    {
        $this->folder = new Folder();
        $this->folder->install();
    }

    protected function tearDown(): void
    {
        $this->server?->stop();
        $this->folder->remove();
    }

    public function testStores(): void
    {
        $this->start('file_put_contents("stored", $webhook->eventid);');

        self::assertSame([204, ''], $this->post(Example::body()));
        self::assertSame('e-1', file_get_contents("{$this->folder->path}/stored"));
    }

    public function testRefuses(): void
    {
        $this->start('');
        [$status, $text] = $this->post(Example::body(), '[]');

        self::assertSame(401, $status);
        self::assertStringStartsWith('wrong_signature: ', $text);
    }

    public function testTakesOnlyPost(): void
    {
        $this->start('');

        self::assertSame(405, $this->server?->request('GET', [], '')[0]);
    }

    public function testRefusesALargeBody(): void
    {
        $this->start('');

        self::assertSame(413, $this->post(str_repeat(' ', 2_000_000))[0]);
    }

    /** PHP only warns of a body over post_max_size. */
    public function testRefusesALargerBodyThanPhpWants(): void
    {
        $this->start('', 'post_max_size=8M');

        self::assertSame(413, $this->post(str_repeat(' ', 10_485_760))[0]);
    }

    public function testOutputOfTheStoreIsNoAnswer(): void
    {
        $this->start('echo "hello"; throw new Exception();');

        self::assertSame([500, "store_failed\n"], $this->post(Example::body()));
    }

    public function testExitIsNoSuccess(): void
    {
        $this->start('exit();');

        self::assertSame(500, $this->post(Example::body())[0]);
    }

    public function testFatalErrorIsNoSuccess(): void
    {
        $this->start('ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000);');

        self::assertSame(500, $this->post(Example::body())[0]);
    }

    public function testOutputBeforeIsLogged(): void
    {
        $this->start('', before: "\xEF\xBB\xBF");
        $this->post(Example::body());

        self::assertStringContainsString('Output began at', (string) file_get_contents("{$this->folder->path}/server.log"));
    }

    private function start(string $store, string $setting = 'output_buffering=0', string $before = ''): void
    {
        $code = $before . '<?php require "vendor/autoload.php";'
            . '(new ParcelWebhooks\Receiver(getenv("WEBHOOK_SECRET"), function ($webhook) { ' . $store . ' }))->run();';
        $script = $this->folder->write('index.php', $code);
        $settings = ['display_errors=1', 'html_errors=0', $setting];
        $this->server = PhpServer::start($script, ['WEBHOOK_SECRET' => Example::SECRET], $settings);
    }

    /** @return array{int, string} */
    private function post(string $body, ?string $arrives = null): array
    {
        self::assertNotNull($this->server);
        return $this->server->request('POST', Example::headers($body), $arrives ?? $body);
    }
}
