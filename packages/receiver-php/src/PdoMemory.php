<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use InvalidArgumentException;
use LogicException;
use PDO;
use PDOException;

/**
 * Remembers events in PostgreSQL, MySQL, MariaDB or SQLite, for any number of processes.
 * The id and the work are in one transaction of one connection: both are stored, or neither.
 *
 * @implements Memory<PDO>
 */
final class PdoMemory implements Memory
{
    /** Create this table once. Rows may be deleted when the service no longer sends their events: after 30 days. */
    public const TABLE = <<<'SQL'
        CREATE TABLE IF NOT EXISTS webhook_event (
            eventid varchar(64) PRIMARY KEY,
            received_at timestamp DEFAULT CURRENT_TIMESTAMP
        )
        SQL;

    /** SQLite locks the whole database: a writer waits for other events too, but less than the service's 15 s. */
    private const SQLITE_WAIT_MS = 2000;
    private const SQLITE_BUSY = 5;

    /** The names of MySQL's locks are shared by all databases of the server. */
    private const MYSQL_LOCK = "SHA1(CONCAT_WS(' ', 'webhook_event', DATABASE(), ?))";

    private readonly string $driver;

    public function __construct(private readonly PDO $pdo)
    {
        if ($pdo->getAttribute(PDO::ATTR_ERRMODE) !== PDO::ERRMODE_EXCEPTION) {
            // In the other modes the work goes on after an error, and a webhook is lost.
            throw new InvalidArgumentException('The connection must throw errors: '
                . 'set PDO::ATTR_ERRMODE to PDO::ERRMODE_EXCEPTION.');
        }
        $driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        if (!in_array($driver, ['pgsql', 'mysql', 'sqlite'], true)) {
            throw new InvalidArgumentException('The connection must be of the driver pgsql, mysql or sqlite.');
        }
        $this->driver = $driver;
    }

    public function once(string $eventid, callable $work): void
    {
        if ($this->driver === 'sqlite') {
            $this->pdo->exec('PRAGMA busy_timeout = ' . self::SQLITE_WAIT_MS);
        }
        $this->pdo->beginTransaction();
        try {
            $this->lock($eventid);
            if ($this->insert($eventid)) {
                $work($this->pdo);
                $this->checkTransaction($eventid);
                $this->pdo->commit();
            }
        } finally {
            if ($this->pdo->inTransaction()) {
                $this->pdo->rollBack();
            }
            $this->unlock($eventid);
        }
    }

    /**
     * Without a lock, INSERT would wait for the other request, longer than the service waits for the answer.
     * When a process ends, the database frees its lock.
     */
    private function lock(string $eventid): void
    {
        $isMine = match ($this->driver) {
            'pgsql' => $this->value("SELECT pg_try_advisory_xact_lock(hashtextextended('webhook_event ' || ?, 0))", $eventid),
            'mysql' => $this->value('SELECT GET_LOCK(' . self::MYSQL_LOCK . ', 0)', $eventid),
            // SQLite knows only the lock of the database, which INSERT takes.
            default => true,
        };
        if (!(bool) $isMine) {
            throw new Busy($eventid);
        }
    }

    /** PostgreSQL's lock ends with the transaction; MySQL's must outlive it, or a repeat would not see the commit. */
    private function unlock(string $eventid): void
    {
        if ($this->driver === 'mysql') {
            $this->value('SELECT RELEASE_LOCK(' . self::MYSQL_LOCK . ')', $eventid);
        }
    }

    /** @return bool false if the event is remembered */
    private function insert(string $eventid): bool
    {
        try {
            $this->pdo->prepare('INSERT INTO webhook_event (eventid) VALUES (?)')->execute([$eventid]);
            return true;
        } catch (PDOException $error) {
            // SQLSTATE class 23: the primary key is there already.
            if (str_starts_with((string) $error->getCode(), '23')) {
                return false;
            }
            throw $this->isLocked($error) ? new Busy($eventid) : $error;
        }
    }

    private function isLocked(PDOException $error): bool
    {
        return $this->driver === 'sqlite' && ($error->errorInfo[1] ?? null) === self::SQLITE_BUSY;
    }

    /**
     * If the work caught an error of SQL, the transaction may have ended with it. PostgreSQL's COMMIT then
     * stores nothing and reports success. This query throws in PostgreSQL, and finds no row in MySQL.
     */
    private function checkTransaction(string $eventid): void
    {
        $row = $this->value('SELECT 1 FROM webhook_event WHERE eventid = ?', $eventid);
        if ($row === false || !$this->pdo->inTransaction()) {
            throw new LogicException('The work ended the transaction. Leave commit and roll-back to PdoMemory.');
        }
    }

    /** @return mixed the first column; false if there is no row */
    private function value(string $sql, string $eventid): mixed
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute([$eventid]);
        return $statement->fetchColumn();
    }
}
