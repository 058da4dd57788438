<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use Nyholm\Psr7\ServerRequest;
use ParcelWebhooks\PdoMemory;
use ParcelWebhooks\Psr15Handler;
use ParcelWebhooks\Receiver;
use ParcelWebhooks\Refused;
use PDO;
use PHPUnit\Framework\TestCase;
use ReflectionClass;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Executes the code of the README, word by word. */
final class ReadmeTest extends TestCase
{
    private Folder $folder;

    protected function setUp(): void
    {
        $this->folder = new Folder();
        $this->folder->install();
    }

    protected function tearDown(): void
    {
        $this->folder->remove();
    }

    public function testTenLines(): void
    {
        $dsn = "sqlite:{$this->folder->path}/shop.sqlite";
        $pdo = new PDO($dsn);
        $pdo->exec(PdoMemory::TABLE);
        $pdo->exec('CREATE TABLE parcel_event (order_no text, happened_at text, event text, status text)');
        $script = $this->folder->write('index.php', self::block('Ten lines'));
        $server = PhpServer::start($script, ['SHOP_DATABASE' => $dsn, 'WEBHOOK_SECRET' => Example::SECRET]);
        $body = Example::body();
        try {
            self::assertSame(204, $server->request('POST', Example::headers($body), $body)[0]);
            self::assertSame(204, $server->request('POST', Example::headers($body), $body)[0]);
            self::assertSame(401, $server->request('POST', Example::headers($body), "$body ")[0]);
        } finally {
            $server->stop();
        }
        $row = ['A-1001', '2026-03-31T16:20:40Z', 'onDelivered', 'Delivered'];
        self::assertSame([$row], self::rows($pdo, 'SELECT * FROM parcel_event'));
    }

    public function testPsr15(): void
    {
        $body = Example::body();
        $handler = $this->execute('PSR-15: Slim, Mezzio', ['receiver' => self::receiver()])['handler'];
        self::assertInstanceOf(Psr15Handler::class, $handler);

        $request = new ServerRequest('POST', '/webhooks', Example::headers($body), $body);
        self::assertSame(204, $handler->handle($request)->getStatusCode());
    }

    public function testSymfony(): void
    {
        $this->execute('Symfony, Shopware, Laravel', []);
        /** @var class-string $class */
        $class = 'ParcelWebhookController';
        $method = (new ReflectionClass($class))->getMethod('receive');
        foreach ([[Example::body(), 204], ['[]', 401]] as [$arrives, $status]) {
            $request = Request::create('/webhooks', 'POST', content: $arrives);
            $request->headers->add(Example::headers(Example::body()));
            $response = $method->invoke(new $class(), $request, self::receiver());

            self::assertInstanceOf(Response::class, $response);
            self::assertSame($status, $response->getStatusCode());
        }
        self::assertSame('text/plain; charset=utf-8', $response->headers->get('Content-Type'));
    }

    public function testTable(): void
    {
        $pdo = new PDO('sqlite::memory:');
        $pdo->exec(PdoMemory::TABLE);
        $pdo->exec("INSERT INTO webhook_event VALUES ('old', '2020-01-01 00:00:00')");
        $pdo->exec("INSERT INTO webhook_event (eventid) VALUES ('new')");

        $this->execute('Once per event', ['pdo' => $pdo]);

        self::assertSame([['new']], self::rows($pdo, 'SELECT eventid FROM webhook_event'));
    }

    public function testRefused(): void
    {
        $log = new class {
            /** @var list<string> */
            public array $warnings = [];

            public function warning(string $text): void
            {
                $this->warnings[] = $text;
            }
        };
        putenv('WEBHOOK_SECRET=' . Example::SECRET);
        $receiver = $this->execute('When a webhook is refused', ['store' => fn () => null, 'log' => $log])['receiver'];
        putenv('WEBHOOK_SECRET');
        self::assertInstanceOf(Receiver::class, $receiver);

        self::assertSame(401, $receiver->receive([], '{}')->status);
        self::assertStringStartsWith('missing_header: ', $log->warnings[0]);
    }

    public function testEveryCodeIsInTheTable(): void
    {
        /** @var array<string, int> $statuses */
        $statuses = (new ReflectionClass(Refused::class))->getConstant('STATUS');
        foreach ($statuses as $code => $status) {
            self::assertMatchesRegularExpression("/^\|.*`$code`.*\| $status \|/m", self::readme());
        }
    }

    /**
     * @param array<string, mixed> $variables what the README says is there
     * @return array<string, mixed> the variables after the code
     */
    private function execute(string $section, array $variables): array
    {
        $file = $this->folder->write('block.php', self::block($section));
        return (static function () use ($file, $variables): array {
            extract($variables);
            require $file;
            return get_defined_vars();
        })();
    }

    /** @return array<array-key, mixed> */
    private static function rows(PDO $pdo, string $sql): array
    {
        $statement = $pdo->prepare($sql);
        $statement->execute();
        return $statement->fetchAll(PDO::FETCH_NUM);
    }

    private static function receiver(): Receiver
    {
        return new Receiver(Example::SECRET, fn () => null, onRefused: fn () => null);
    }

    /** The PHP of a section. */
    private static function block(string $section): string
    {
        $found = preg_match("/^## \Q$section\E\n.*?^```php\n(.*?)^```/ms", self::readme(), $parts);
        self::assertSame(1, $found, "The README has no code in: $section");
        return $parts[1];
    }

    private static function readme(): string
    {
        return (string) file_get_contents(__DIR__ . '/../README.md');
    }
}
