import type { EtaUnknownForm, EventName, OnGone, ReferenceKey, WebhookFormat } from '#libs/contracts';
import type { GivenClientCertificate } from './client-certificate.js';
import type { ReceiverAuth } from './receiver-rules.js';

/** What POST and PATCH may say about a receiver; left out = stays as it is. */
export interface ReceiverChanges {
  readonly url?: string;
  readonly name?: string;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly enabled?: boolean;
  readonly events?: readonly EventName[];
  readonly clients?: readonly string[];
  readonly format?: WebhookFormat;
  readonly queryParameters?: readonly ReferenceKey[];
  readonly auth?: ReceiverAuth;
  /** null = none. Applied where it is sealed (receivers.service). */
  readonly clientCertificate?: GivenClientCertificate | null;
  readonly signing?: { readonly enabled?: boolean };
  readonly etaUnknownForm?: EtaUnknownForm;
  readonly timeoutMs?: number;
  /** null = no limit. */
  readonly maxPerSecond?: number | null;
  readonly maxInFlight?: number | null;
  readonly onGone?: OnGone;
  /** null = never. */
  readonly disableAfterFailingFor?: string | null;
}

/** `A` is how the table keeps `auth`: sealed. */
export interface ReceiverSettings<A> {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly metadata: Record<string, string>;
  readonly enabled: boolean;
  readonly events: EventName[];
  readonly clients: string[];
  readonly format: WebhookFormat;
  readonly queryParameters: ReferenceKey[];
  readonly auth: A;
  readonly signingEnabled: boolean;
  readonly etaUnknownForm: EtaUnknownForm;
  readonly timeoutMs: number;
  readonly maxPerSecond: number | null;
  readonly maxInFlight: number | null;
  readonly onGone: OnGone;
  readonly disableAfterFailingFor: string | null;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** A receiver of which only the address is given (domain D.10). */
export const DEFAULTS: Omit<ReceiverSettings<{ readonly type: 'none' }>, 'url'> = {
  name: '',
  description: '',
  metadata: {},
  enabled: true,
  events: [],
  clients: [],
  format: 'plain',
  queryParameters: [],
  auth: { type: 'none' },
  signingEnabled: true,
  etaUnknownForm: 'object',
  timeoutMs: DEFAULT_TIMEOUT_MS,
  maxPerSecond: null,
  maxInFlight: null,
  onGone: 'retry',
  disableAfterFailingFor: null,
};

/**
 * Doubles in the lists are dropped: each word counts once. `auth` is replaced as a whole; an unchanged `auth` stays sealed as it was.
 */
export const applyChanges = <A>(
  current: ReceiverSettings<A>,
  changes: ReceiverChanges,
  seal: (auth: ReceiverAuth) => A,
): ReceiverSettings<A> => ({
  url: changes.url ?? current.url,
  name: changes.name ?? current.name,
  description: changes.description ?? current.description,
  metadata: changes.metadata ? { ...changes.metadata } : current.metadata,
  enabled: changes.enabled ?? current.enabled,
  events: unique(changes.events ?? current.events),
  clients: unique(changes.clients ?? current.clients),
  format: changes.format ?? current.format,
  queryParameters: unique(changes.queryParameters ?? current.queryParameters),
  auth: changes.auth ? seal(changes.auth) : current.auth,
  signingEnabled: changes.signing?.enabled ?? current.signingEnabled,
  etaUnknownForm: changes.etaUnknownForm ?? current.etaUnknownForm,
  timeoutMs: changes.timeoutMs ?? current.timeoutMs,
  maxPerSecond: orStays(changes.maxPerSecond, current.maxPerSecond),
  maxInFlight: orStays(changes.maxInFlight, current.maxInFlight),
  onGone: changes.onGone ?? current.onGone,
  disableAfterFailingFor: orStays(changes.disableAfterFailingFor, current.disableAfterFailingFor),
});

/** `null` takes the setting away. */
const orStays = <T>(wanted: T | undefined, current: T): T => (wanted === undefined ? current : wanted);

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
