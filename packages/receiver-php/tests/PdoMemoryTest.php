<?php

declare(strict_types=1);

namespace ParcelWebhooks\Tests;

use InvalidArgumentException;
use LogicException;
use ParcelWebhooks\Busy;
use ParcelWebhooks\PdoMemory;
use PDO;
use PDOException;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use Throwable;

/** Each test runs with each database that is here. */
final class PdoMemoryTest extends TestCase
{
    private Folder $folder;
    private string $dsn;
    private PDO $pdo;

    protected function setUp(): void
    {
        $this->folder = new Folder();
    }

    protected function tearDown(): void
    {
        unset($this->pdo);
        $this->folder->remove();
    }

    /** @dataProvider databases */
    public function testRunsOnce(string $database): void
    {
        $this->use($database);
        $memory = new PdoMemory($this->pdo);
        $work = fn (PDO $pdo) => $pdo->exec("INSERT INTO work (eventid) VALUES ('e-1')");

        $memory->once('e-1', $work);
        $memory->once('e-1', $work);
        $memory->once('e-2', fn () => null);

        self::assertSame(1, $this->rows('work'));
        self::assertSame(2, $this->rows('webhook_event'));
    }

    /** @dataProvider databases */
    public function testFailedWorkIsForgotten(string $database): void
    {
        $this->use($database);
        $memory = new PdoMemory($this->pdo);
        $work = function (PDO $pdo): void {
            $pdo->exec("INSERT INTO work (eventid) VALUES ('e-1')");
            throw new RuntimeException('The work fails.');
        };

        self::assertSame('The work fails.', $this->errorOf($memory, 'e-1', $work)->getMessage());
        self::assertSame([0, 0], [$this->rows('work'), $this->rows('webhook_event')]);

        $memory->once('e-1', fn () => null);
        self::assertSame(1, $this->rows('webhook_event'));
    }

    /** @dataProvider databases */
    public function testRepeatMeanwhileIsBusy(string $database): void
    {
        $this->use($database);
        $other = new PdoMemory(Databases::connect($this->dsn));
        $error = null;

        (new PdoMemory($this->pdo))->once('e-1', function () use ($other, &$error): void {
            $error = $this->errorOf($other, 'e-1', fn () => self::fail('It works twice.'));
        });

        self::assertInstanceOf(Busy::class, $error);
        $other->once('e-1', fn () => self::fail('It works twice.'));
    }

    /** @dataProvider databases */
    public function testOtherEventMeanwhile(string $database): void
    {
        if ($database === 'sqlite') {
            self::markTestSkipped('SQLite has one writer at a time.');
        }
        $this->use($database);
        $other = new PdoMemory(Databases::connect($this->dsn));

        (new PdoMemory($this->pdo))->once('e-1', fn () => $other->once('e-2', fn () => null));

        self::assertSame(2, $this->rows('webhook_event'));
    }

    /**
     * PostgreSQL's COMMIT after an error stores nothing and reports success.
     *
     * @dataProvider databases
     */
    public function testErrorThatTheWorkCaught(string $database): void
    {
        $this->use($database);
        $work = function (PDO $pdo): void {
            $pdo->exec("INSERT INTO work (eventid) VALUES ('e-1')");
            try {
                $pdo->exec('INSERT INTO no_such_table VALUES (1)');
            } catch (PDOException) {
            }
        };
        try {
            (new PdoMemory($this->pdo))->once('e-1', $work);
            $isStored = true;
        } catch (Throwable) {
            $isStored = false;
        }

        self::assertSame($database !== 'pgsql', $isStored);
        self::assertSame($isStored ? 1 : 0, $this->rows('work'));
        self::assertSame($isStored ? 1 : 0, $this->rows('webhook_event'));
    }

    /** @dataProvider databases */
    public function testWorkThatRollsBack(string $database): void
    {
        $this->use($database);
        $memory = new PdoMemory($this->pdo);

        self::assertInstanceOf(LogicException::class, $this->errorOf($memory, 'e-1', fn (PDO $pdo) => $pdo->rollBack()));
        self::assertSame(0, $this->rows('webhook_event'));
    }

    /** @dataProvider databases */
    public function testKilledInTheWork(string $database): void
    {
        $this->use($database);
        $killed = Program::start($this->dsn, 'e-1', 'wait');
        self::assertSame('working', $killed->line());
        $killed->kill();

        $this->assertLines(['working', 'answer 204']);
        self::assertSame([1, 1], [$this->rows('work'), $this->rows('webhook_event')]);
    }

    /** @dataProvider databases */
    public function testKilledBetweenWorkAndAnswer(string $database): void
    {
        $this->use($database);
        $killed = Program::start($this->dsn, 'e-1', 'wait');
        self::assertSame('working', $killed->line());
        $killed->say('');
        self::assertSame('answer 204', $killed->line());
        $killed->kill();

        $this->assertLines(['answer 204', '']);
        self::assertSame([1, 1], [$this->rows('work'), $this->rows('webhook_event')]);
    }

    /** @dataProvider databases */
    public function testRepeatMeanwhileInAnotherProcess(string $database): void
    {
        $this->use($database);
        $first = Program::start($this->dsn, 'e-1', 'wait');
        self::assertSame('working', $first->line());
        $this->assertLines(['answer 503', '']);
        $first->say('fail');
        self::assertSame('answer 500', $first->line());
        $first->end();

        $this->assertLines(['working', 'answer 204']);
        $this->assertLines(['answer 204', '']);
        self::assertSame([1, 1], [$this->rows('work'), $this->rows('webhook_event')]);
    }

    public function testSilentConnectionIsRefused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        new PdoMemory(new PDO('sqlite::memory:', options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]));
    }

    /** @return iterable<string, array{string}> */
    public static function databases(): iterable
    {
        foreach (['sqlite', 'pgsql', 'mysql'] as $database) {
            yield $database => [$database];
        }
    }

    private function use(string $database): void
    {
        $this->dsn = Databases::all($this->folder)[$database];
        if ($this->dsn === '') {
            self::markTestSkipped("No $database here: tests/databases.sh starts one.");
        }
        $this->pdo = Databases::connect($this->dsn);
        $this->pdo->exec('DROP TABLE IF EXISTS webhook_event');
        $this->pdo->exec('DROP TABLE IF EXISTS work');
        $this->pdo->exec(PdoMemory::TABLE);
        $this->pdo->exec('CREATE TABLE work (eventid varchar(64))');
    }

    private function rows(string $table): int
    {
        $statement = Databases::connect($this->dsn)->prepare("SELECT * FROM $table");
        $statement->execute();
        return count($statement->fetchAll());
    }

    /** @param callable(PDO): mixed $work */
    private function errorOf(PdoMemory $memory, string $eventid, callable $work): Throwable
    {
        try {
            $memory->once($eventid, $work);
        } catch (Throwable $error) {
            return $error;
        }
        self::fail('There is no error.');
    }

    /** @param array{string, string} $lines */
    private function assertLines(array $lines): void
    {
        $program = Program::start($this->dsn, 'e-1');
        self::assertSame($lines, [$program->line(), $program->line()]);
        $program->end();
    }
}
