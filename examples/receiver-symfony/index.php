<?php

// Receives webhooks with Symfony's HttpFoundation and stores each event once, in SQLite.

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

use ParcelWebhooks\{OnceByEventId, PdoMemory, Receiver, TrackingWebhook, Webhook};
use Symfony\Component\DependencyInjection\Attribute\Autowire;
use Symfony\Component\HttpFoundation\{Request, Response};
use Symfony\Component\Routing\Attribute\Route;

/** In an application with Symfony's router and container, this class goes to src/Controller as it is. */
final class WebhookController
{
    public function __construct(
        #[Autowire(env: 'WEBHOOK_SECRET')] private readonly string $secret,
        private readonly Inbox $inbox,
    ) {
    }

    #[Route('/webhooks', methods: ['POST'])]
    public function receive(Request $request): Response
    {
        // Not toArray(): the signature covers the bytes as they came.
        $body = $request->getContent();
        $receiver = new Receiver($this->secret, fn (Webhook $webhook) => $this->inbox->store($webhook, $body));
        $answer = $receiver->receive($request->headers->all(), $body);
        return new Response($answer->text, $answer->status, $answer->headers);
    }
}

/** Writes webhooks into a table. Do longer work later, from the table. */
final class Inbox
{
    private const TABLE = 'CREATE TABLE IF NOT EXISTS webhook '
        . '(eventid TEXT PRIMARY KEY, event TEXT NOT NULL, timestamp TEXT, body TEXT NOT NULL)';

    public function __construct(private readonly PDO $pdo)
    {
        $pdo->exec(PdoMemory::TABLE);
        $pdo->exec(self::TABLE);
    }

    /** Inserts each event once. The answer is 2xx only after this has ended. */
    public function store(Webhook $webhook, string $body): void
    {
        $insert = 'INSERT INTO webhook (eventid, event, timestamp, body) VALUES (?, ?, ?, ?)';
        $storeOnce = new OnceByEventId(
            new PdoMemory($this->pdo),
            fn (Webhook $webhook, PDO $pdo) => $pdo->prepare($insert)
                ->execute([$webhook->eventid, $webhook->event, $webhook->timestamp, $body]),
        );
        $storeOnce($webhook);
        $parcel = $webhook instanceof TrackingWebhook ? $webhook->references['tracking_number'] : '-';
        file_put_contents('php://stdout', "received $webhook->event $parcel $webhook->eventid\n");
    }
}

/** Stands for the router and the container of an application. */
final class Kernel
{
    public function handle(Request $request): Response
    {
        return match (true) {
            $request->getPathInfo() !== '/webhooks' => new Response('', Response::HTTP_NOT_FOUND),
            !$request->isMethod('POST') => new Response('', Response::HTTP_METHOD_NOT_ALLOWED, ['Allow' => 'POST']),
            default => $this->controller()->receive($request),
        };
    }

    private function controller(): WebhookController
    {
        return new WebhookController((string) getenv('WEBHOOK_SECRET'), new Inbox(new PDO('sqlite:' . __DIR__ . '/webhooks.db')));
    }
}

// PHP answers 200 after a fatal error while display_errors is on, and the webhook would be lost.
http_response_code(Response::HTTP_INTERNAL_SERVER_ERROR);
(new Kernel())->handle(Request::createFromGlobals())->send();
