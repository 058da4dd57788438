import { asInteger, type ConfigOf, DAY, MINUTE, optional } from '#libs/config';
import { cloudEventSettings } from '#libs/contracts';
import { egressSettings } from '#libs/egress';
import { kafkaSettings } from '#libs/messaging';
import { observabilitySettings, tracingSettings } from '#libs/observability';
import { databaseSettings, secretsSettings } from '#libs/persistence';

export const SETTINGS = {
  ...kafkaSettings,
  ...databaseSettings,
  ...secretsSettings,
  ...observabilitySettings,
  ...tracingSettings,
  ...egressSettings,
  ...cloudEventSettings,
  retryDelayMs: optional('RETRY_DELAY_MS', asInteger(1, DAY), String(30 * MINUTE), 'pause between two attempts of one delivery, ms'),
  maxInFlight: optional('MAX_IN_FLIGHT', asInteger(1, 10_000), '512', 'most POSTs at once in one process'),
  maxInFlightPerReceiver: optional(
    'MAX_IN_FLIGHT_PER_RECEIVER',
    asInteger(1, 1000),
    '32',
    'most POSTs at once to one receiver, all instances together',
  ),
  maxWaitMs: optional(
    'MAX_WAIT_MS',
    asInteger(1, 30 * DAY),
    String(8 * 60 * MINUTE),
    'longest wait of an attempt behind an open circuit, a hold or an owner’s limit, ms; then it gets one last POST',
  ),
  probeIntervalMs: optional('PROBE_INTERVAL_MS', asInteger(1, DAY), '30000', 'pause between two probes of a receiver that times out, ms'),
  maxWaitingAttempts: optional('MAX_WAITING_ATTEMPTS', asInteger(100, 1_000_000), '2000', 'most POSTs that wait in memory for a permit'),
  maxWaitingEventsMib: optional(
    'MAX_WAITING_EVENTS_MIB',
    asInteger(1, 4096),
    '64',
    'most memory for events that wait for their fan-out, MiB; further events of a busy account stay in topic `events`',
  ),
};

export type WebhookSenderConfig = ConfigOf<typeof SETTINGS>;
