import { type DynamicModule, Module } from '@nestjs/common';
import { MessagingModule } from '#libs/messaging';
import { ObservabilityModule } from '#libs/observability';
import { PersistenceModule, SecretsModule } from '#libs/persistence';
import { AttemptMaker } from './attempt-maker.service.js';
import { AttemptsConsumer } from './attempts.consumer.js';
import { AttemptsPublisher } from './attempts.publisher.js';
import { AttemptsRecorder } from './attempts-recorder.service.js';
import { AttemptsRepository } from './attempts.repository.js';
import { BacklogReader } from './backlog/backlog-reader.service.js';
import { BacklogRepository } from './backlog/backlog.repository.js';
import { BacklogDepthRepository } from './backlog/backlog-depth.repository.js';
import { BacklogTicker } from './backlog/backlog.ticker.js';
import { Circuits } from './lanes/circuits.service.js';
import { Connections } from './connections/connections.client.js';
import { CurrentReceivers } from './current-receivers.service.js';
import { Credentials } from './credentials.provider.js';
import { DeferredEventsJob } from './fan-out/deferred-events.job.js';
import { DeferredEventsRepository } from './fan-out/deferred-events.repository.js';
import { DeliveriesRepository } from './fan-out/deliveries.repository.js';
import { FanOut } from './fan-out/fan-out.service.js';
import { Backpressure } from './queue/backpressure.service.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { EventsConsumer } from './fan-out/events.consumer.js';
import { IntakeRepository } from './intake.repository.js';
import { LaneWatchTicker } from './lanes/lane-watch.ticker.js';
import { Lanes } from './lanes/lanes.service.js';
import { Names } from './connections/names.client.js';
import { OAuth2Exchange } from './oauth2/oauth2-exchange.service.js';
import { OAuth2TokenClient } from './oauth2/oauth2-token.client.js';
import { OAuth2Tokens } from './oauth2/oauth2-tokens.service.js';
import { PendingDeliveries } from './fan-out/pending-deliveries.service.js';
import { Proxies } from './connections/proxies.client.js';
import { ReceiversRepository } from './receivers.repository.js';
import { RetriesConsumer } from './retries.consumer.js';
import { Spills } from './backlog/spills.service.js';
import { Trust } from './connections/trust.provider.js';
import { SenderAddresses } from './connections/sender-addresses.client.js';
import { Tunnels } from './connections/tunnels.client.js';
import { WebhookClient } from './webhook.client.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

/** In travel order: an event becomes deliveries, an attempt runs through its lane, a retry comes back. */
const PROVIDERS = [
  ReceiversRepository,
  Credentials,
  FanOut,
  DeferredEventsRepository,
  DeferredEventsJob,
  Backpressure,
  PendingDeliveries,
  DeliveriesRepository,
  IntakeRepository,
  Lanes,
  Spills,
  BacklogRepository,
  BacklogReader,
  BacklogTicker,
  Circuits,
  BacklogDepthRepository,
  LaneWatchTicker,
  AttemptMaker,
  CurrentReceivers,
  OAuth2Exchange,
  OAuth2Tokens,
  OAuth2TokenClient,
  Connections,
  Tunnels,
  SenderAddresses,
  Proxies,
  Names,
  Trust,
  WebhookClient,
  AttemptsRecorder,
  AttemptsPublisher,
  AttemptsRepository,
  DeliveryEvents,
];

@Module({})
export class WebhookSenderModule {
  static forRoot(config: WebhookSenderConfig): DynamicModule {
    return {
      module: WebhookSenderModule,
      imports: [
        ObservabilityModule.forRoot('webhook-sender', config),
        PersistenceModule.forRoot(config, 'webhook-sender'),
        SecretsModule.forRoot(config),
        MessagingModule.forRoot('webhook-sender', config),
      ],
      controllers: [EventsConsumer, AttemptsConsumer, RetriesConsumer],
      providers: [{ provide: CONFIG, useValue: config }, ...PROVIDERS],
    };
  }
}
