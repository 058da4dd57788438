import type { EtaUnknownForm, EventName, ReferenceKey, WebhookFormat } from '#libs/contracts';
import type { ReceiverAuth } from './receiver-rules.js';

/** What POST and PATCH may say about a receiver; left out = stays as it is. */
export interface ReceiverChanges {
  readonly url?: string;
  readonly enabled?: boolean;
  readonly events?: readonly EventName[];
  readonly clients?: readonly string[];
  readonly format?: WebhookFormat;
  readonly queryParameters?: readonly ReferenceKey[];
  readonly auth?: ReceiverAuth;
  readonly signing?: { readonly enabled?: boolean };
  readonly etaUnknownForm?: EtaUnknownForm;
  readonly timeoutMs?: number;
}

/** `A` is how the table keeps `auth`: sealed. */
export interface ReceiverSettings<A> {
  readonly url: string;
  readonly enabled: boolean;
  readonly events: EventName[];
  readonly clients: string[];
  readonly format: WebhookFormat;
  readonly queryParameters: ReferenceKey[];
  readonly auth: A;
  readonly signingEnabled: boolean;
  readonly etaUnknownForm: EtaUnknownForm;
  readonly timeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** A receiver of which only the address is given (domain D.10). */
export const DEFAULTS: Omit<ReceiverSettings<{ readonly type: 'none' }>, 'url'> = {
  enabled: true,
  events: [],
  clients: [],
  format: 'plain',
  queryParameters: [],
  auth: { type: 'none' },
  signingEnabled: true,
  etaUnknownForm: 'object',
  timeoutMs: DEFAULT_TIMEOUT_MS,
};

/**
 * Doubles in the lists are dropped: each word counts once. `auth` is replaced as a whole; one that nobody changed stays sealed as it was.
 */
export const applyChanges = <A>(
  current: ReceiverSettings<A>,
  changes: ReceiverChanges,
  seal: (auth: ReceiverAuth) => A,
): ReceiverSettings<A> => ({
  url: changes.url ?? current.url,
  enabled: changes.enabled ?? current.enabled,
  events: unique(changes.events ?? current.events),
  clients: unique(changes.clients ?? current.clients),
  format: changes.format ?? current.format,
  queryParameters: unique(changes.queryParameters ?? current.queryParameters),
  auth: changes.auth ? seal(changes.auth) : current.auth,
  signingEnabled: changes.signing?.enabled ?? current.signingEnabled,
  etaUnknownForm: changes.etaUnknownForm ?? current.etaUnknownForm,
  timeoutMs: changes.timeoutMs ?? current.timeoutMs,
});

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
