import { type DynamicModule, Module } from '@nestjs/common';
import { KeyChecks } from '#libs/client-keys';
import { ConfigModule } from '#libs/config';
import { EGRESS_PROVIDERS, SenderAddressListener } from '#libs/egress';
import { MessagingModule } from '#libs/messaging';
import { ObservabilityModule } from '#libs/observability';
import { PersistenceModule, SecretsModule } from '#libs/persistence';
import { AttemptRunner } from './attempt/attempt-runner.service.js';
import { AttemptsConsumer } from './dispatch/attempts.consumer.js';
import { AttemptsPublisher } from './attempt/attempts.publisher.js';
import { AttemptLog } from './attempt/attempt-log.service.js';
import { AttemptLogRepository } from './attempt/attempt-log.repository.js';
import { NextRows } from './refill/next-rows.service.js';
import { OverflowReader } from './overflow/overflow-reader.service.js';
import { OverflowRepository } from './overflow/overflow.repository.js';
import { QueueCare } from './refill/queue-care.service.js';
import { Refill } from './refill/refill.service.js';
import { OverflowDrainerJob } from './refill/overflow-drainer.job.js';
import { AttemptPartitionsRepository } from './partitions/attempt-partitions.repository.js';
import { Ownership } from './partitions/ownership.service.js';
import { PartitionLoadsJob } from './partitions/partition-loads.job.js';
import { ReceiverStatesRepository } from './queue/receiver-states.repository.js';
import { ReceiverStates } from './turns/receiver-states.service.js';
import { ConnectionFaultListener } from './http/connection-fault.js';
import { Connections } from './http/connections.client.js';
import { ReceiverCache } from './receivers/receiver-cache.service.js';
import { ClientKeys } from './receivers/client-keys.service.js';
import { Credentials } from './receivers/credentials.provider.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { FanOut } from './fan-out/fan-out.service.js';
import { FanOutTurns } from './fan-out/fan-out-turns.job.js';
import { Backpressure } from './partitions/backpressure.service.js';
import { DeliveryEvents } from './attempt/delivery-events.provider.js';
import { EventsConsumer } from './fan-out/events.consumer.js';
import { IntakeRepository } from './dispatch/intake.repository.js';
import { WaitingMetricsJob } from './dispatch/waiting-metrics.job.js';
import { AttemptExecution } from './dispatch/attempt-execution.service.js';
import { Dispatcher } from './dispatch/dispatcher.service.js';
import { PartitionMoves } from './dispatch/partition-moves.service.js';
import { InFlightAttempts } from './in-flight/in-flight-attempts.service.js';
import { Turns } from './turns/turns.provider.js';
import { ReceiverQueues } from './queue/receiver-queues.service.js';
import { OAuth2Exchange } from './oauth2/oauth2-exchange.service.js';
import { OAuth2TokenClient } from './oauth2/oauth2-token.client.js';
import { TokenEvents } from './oauth2/token-events.provider.js';
import { OAuth2Tokens } from './oauth2/oauth2-tokens.service.js';
import { PendingDeliveries } from './deliveries/pending-deliveries.service.js';
import { ReceiversRepository } from './receivers/receivers.repository.js';
import { RetriesConsumer } from './retries/retries.consumer.js';
import { OverflowWriter } from './overflow/overflow-writer.service.js';
import { WebhookClient } from './http/webhook.client.js';
import type { WebhookSenderConfig } from './webhook-sender.config.js';

/** In travel order: an event becomes deliveries, an attempt runs through its queue, a retry comes back. */
const PROVIDERS = [
  ReceiversRepository,
  Credentials,
  KeyChecks,
  ClientKeys,
  FanOut,
  FanOutTurns,
  Backpressure,
  Ownership,
  AttemptPartitionsRepository,
  PartitionLoadsJob,
  PendingDeliveries,
  DeliveriesRepository,
  IntakeRepository,
  Dispatcher,
  ReceiverQueues,
  Turns,
  InFlightAttempts,
  PartitionMoves,
  ReceiverStates,
  ReceiverStatesRepository,
  AttemptExecution,
  OverflowWriter,
  OverflowRepository,
  OverflowReader,
  NextRows,
  OverflowDrainerJob,
  QueueCare,
  Refill,
  WaitingMetricsJob,
  AttemptRunner,
  ReceiverCache,
  OAuth2Exchange,
  OAuth2Tokens,
  TokenEvents,
  OAuth2TokenClient,
  Connections,
  ...EGRESS_PROVIDERS,
  { provide: SenderAddressListener, useExisting: DeliveryEvents },
  { provide: ConnectionFaultListener, useExisting: DeliveryEvents },
  WebhookClient,
  AttemptLog,
  AttemptsPublisher,
  AttemptLogRepository,
  DeliveryEvents,
];

@Module({})
export class WebhookSenderModule {
  static forRoot(config: WebhookSenderConfig): DynamicModule {
    return {
      module: WebhookSenderModule,
      imports: [
        ConfigModule.forRoot(config),
        ObservabilityModule.forRoot('webhook-sender', config),
        PersistenceModule.forRoot(config, 'webhook-sender'),
        SecretsModule.forRoot(config),
        MessagingModule.forRoot('webhook-sender', config),
      ],
      controllers: [EventsConsumer, AttemptsConsumer, RetriesConsumer],
      providers: PROVIDERS,
    };
  }
}
