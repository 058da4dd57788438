<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use Closure;
use SensitiveParameter;
use Throwable;

/** Receives the webhooks of the service: verifies them, reads them, and answers when their work is durable. */
final class Receiver
{
    public const MAX_BYTES = 1_048_576;

    private readonly Secrets $secrets;
    /** @var Closure(TrackingWebhook|OperationalWebhook|UnknownWebhook): void */
    private readonly Closure $store;
    /** @var Closure(Refused): void */
    private readonly Closure $onRefused;
    /** @var Closure(Throwable): void */
    private readonly Closure $onError;
    /** @var Closure(): int */
    private readonly Closure $clock;

    /**
     * @param string|list<string> $secret whsec_…; during a rotation a list, the newest first
     * @param callable(TrackingWebhook|OperationalWebhook|UnknownWebhook): void $store returns when the work is durable
     * @param positive-int $maxBytes larger bodies are refused
     * @param (callable(Refused): void)|null $onRefused default: one line in PHP's error log
     * @param (callable(Throwable): void)|null $onError gets what $store throws; default: PHP's error log
     * @param (callable(): int)|null $clock Unix time in seconds; default: time()
     */
    public function __construct(
        #[SensitiveParameter] string|array $secret,
        callable $store,
        public readonly int $maxBytes = self::MAX_BYTES,
        ?callable $onRefused = null,
        ?callable $onError = null,
        ?callable $clock = null,
    ) {
        $this->secrets = Secrets::from((array) $secret);
        $this->store = $store(...);
        $this->onRefused = ($onRefused ?? self::logRefused(...))(...);
        $this->onError = ($onError ?? self::logError(...))(...);
        $this->clock = ($clock ?? time(...))(...);
    }

    /**
     * @param array<array-key, mixed> $headers names in any case; a value is a text or a list of texts
     * @param mixed $body the bytes as they came; anything else is refused as parsed_body
     */
    public function receive(array $headers, mixed $body): Answer
    {
        try {
            $webhook = $this->read($headers, $body);
        } catch (Refused $refused) {
            ($this->onRefused)($refused);
            return Answer::refused($refused);
        }
        try {
            ($this->store)($webhook);
            return Answer::stored();
        } catch (Busy) {
            return Answer::busy();
        } catch (Throwable $error) {
            ($this->onError)($error);
            return Answer::storeFailed();
        }
    }

    /**
     * Only verifies, for those who do the rest themselves. Webhook::parse() reads the body.
     *
     * @param array<array-key, mixed> $headers names in any case; a value is a text or a list of texts
     * @throws Refused
     */
    public function verify(array $headers, string $body): void
    {
        Signature::check($this->secrets, $headers, $body, ($this->clock)());
    }

    /** Receives the request of plain PHP: reads php://input, and sends the answer. */
    public function run(): void
    {
        PlainPhp::run($this, $this->onError);
    }

    /** @param array<array-key, mixed> $headers */
    private function read(array $headers, mixed $body): TrackingWebhook|OperationalWebhook|UnknownWebhook
    {
        if (!is_string($body)) {
            throw new Refused('parsed_body', 'The body is ' . get_debug_type($body) . ', not the bytes as they came. '
                . 'Pass $request->getContent() (Symfony, Shopware, Laravel), (string) $request->getBody() (PSR-7) '
                . "or file_get_contents('php://input').");
        }
        if (strlen($body) > $this->maxBytes) {
            throw new Refused('too_large', "The body has more than $this->maxBytes bytes. "
                . 'Check that it comes from the service; if it does, raise maxBytes.');
        }
        $this->verify($headers, $body);
        return Webhook::parse($body);
    }

    private static function logRefused(Refused $refused): void
    {
        error_log("Webhook refused, $refused->reason: {$refused->getMessage()}");
    }

    private static function logError(Throwable $error): void
    {
        error_log("Webhook receiver: $error");
    }
}
