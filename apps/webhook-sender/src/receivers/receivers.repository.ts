// table receiver: reads receivers; disables a receiver that answers 410 if its owner wants that; stores key checks. token-api writes
// everything else.
import { Injectable } from '@nestjs/common';
import { CLOSED_FILTER_LISTS, FILTER_LISTS, type TrackingEvent } from '#libs/contracts';
import { disabling, FILTER_COLUMNS, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { Credentials, type StoredCredentials } from './credentials.provider.js';
import { type FilteringReceiver, type KeyCheck, type OwnerLimit, type ReceiverEndpoint, valuesOf } from './receiver.js';

/** The lists of a filter that take any text. They may have 1,000 values; the other lists have at most a dozen. */
const LONG_LISTS = FILTER_LISTS.filter((list) => !(list in CLOSED_FILTER_LISTS));

/** `IS TRUE` makes the look-up a hash that is built once; a join might compare each pair. */
const occurring = (column: string, parameter: string): string =>
  `CASE WHEN ${column} = '{}' THEN NULL ELSE ARRAY(SELECT value FROM unnest(${column}) AS value WHERE (value IN (SELECT unnest(${parameter}::text[]))) IS TRUE) END`;

const LISTS = FILTER_LISTS.map((list) => {
  const place = LONG_LISTS.indexOf(list);
  return `${place === -1 ? FILTER_COLUMNS[list] : occurring(FILTER_COLUMNS[list], `$${place + 2}`)} AS "${list}"`;
});

/**
 * Reads only the values that occur in the batch's events: an account may have many receivers with long lists, and every batch repeats the
 * query. Within the query, NULL = a list that allows all. OFFSET 0 makes PostgreSQL scan the lists once, not again for WHERE.
 */
const ENABLED_FOR_EVENTS = prepared(`
  SELECT "receiverId", account, events, ${FILTER_LISTS.map((list) => `coalesce("${list}", '{}') AS "${list}"`).join(', ')}, format, "etaUnknownForm" FROM (
    SELECT receiver_id AS "receiverId", account_id AS account, events, format, eta_unknown_form AS "etaUnknownForm", created_at, ${LISTS.join(', ')}
    FROM receiver WHERE enabled AND account_id = ANY($1::bigint[]) OFFSET 0
  ) AS receiver
  WHERE ${LONG_LISTS.map((list) => `"${list}" IS DISTINCT FROM '{}'`).join(' AND ')} ORDER BY created_at, "receiverId"`);

const LIMITS = prepared(`
  SELECT receiver_id AS "receiverId", max_per_second AS "maxPerSecond", max_in_flight AS "maxInFlight"
  FROM receiver WHERE receiver_id = ANY($1::uuid[])`);

const ENDPOINTS = prepared(`
  SELECT receiver_id AS "receiverId", xmin::text AS version, url, enabled, query_parameters AS "queryParameters", timeout_ms AS "timeoutMs", auth, client_certificate AS "clientCertificate",
    max_per_second AS "maxPerSecond", max_in_flight AS "maxInFlight",
    signing_enabled AS "signingEnabled", signing_secrets AS "signingSecrets"
  FROM receiver WHERE receiver_id = ANY($1::uuid[])`);

const ERASED = prepared(`
  SELECT consignment_id AS "consignmentId" FROM erased_consignment WHERE consignment_id = ANY($1::uuid[])`);

/** Keeps `updated_at`, because the customer has changed nothing. Keeps the result of a newer rule too. */
const KEEP_KEY_CHECK = prepared(`
  UPDATE receiver SET client_certificate = client_certificate || jsonb_build_object('keyCheck', $3::jsonb)
  WHERE receiver_id = $1 AND client_certificate ->> 'sealed' = $2
    AND COALESCE((client_certificate -> 'keyCheck' ->> 'rule')::integer, 0) < ($3::jsonb ->> 'rule')::integer`);

const GONE = disabling({ reason: 'gone', by: 'webhook-sender', which: `WHERE receiver_id = ANY($1::uuid[]) AND on_gone = 'disable'` });

export interface ReadEndpoint extends ReceiverEndpoint {
  /** The version of the row: every change of the row makes a new version. */
  readonly version: string;
}

/** Receivers by account. */
export type AccountReceivers = ReadonlyMap<number, readonly FilteringReceiver[]>;

type EndpointRow = Omit<ReadEndpoint, 'signingSecrets' | 'auth' | 'clientCertificate'> & StoredCredentials;

@Injectable()
export class ReceiversRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: Credentials,
  ) {}

  /**
   * Returns the enabled receivers of the events' accounts, without those that can want none of the events. Long lists of their filters have
   * only the values of the events. Read for every batch: a receiver gets every event that was published after the answer that created or
   * changed the receiver.
   */
  async enabledFor(events: readonly TrackingEvent[]): Promise<AccountReceivers> {
    const receivers = new Map<number, FilteringReceiver[]>(events.map(({ account }) => [account, []]));
    const values = LONG_LISTS.map((list) => valuesOf(list, events));
    const rows = await this.dataSource.query<FilteringReceiver[]>(ENABLED_FOR_EVENTS, [[...receivers.keys()], ...values]);
    for (const receiver of rows) receivers.get(receiver.account)?.push(receiver);
    return receivers;
  }

  /** Returns endpoints by receiver id, without deleted receivers. */
  async endpoints(receiverIds: readonly string[]): Promise<Map<string, ReadEndpoint>> {
    const rows = await this.dataSource.query<EndpointRow[]>(ENDPOINTS, [[...new Set(receiverIds)]]);
    return new Map(rows.map((row) => [row.receiverId, this.toEndpoint(row)]));
  }

  /** Returns the limits that the owners of these receivers have set. */
  async limitsOf(receiverIds: readonly string[]): Promise<Map<string, OwnerLimit>> {
    if (receiverIds.length === 0) return new Map();
    const rows = await this.dataSource.query<(OwnerLimit & { receiverId: string })[]>(LIMITS, [receiverIds]);
    return new Map(rows.map(({ receiverId, ...limits }) => [receiverId, limits]));
  }

  /** Returns those consignments whose parcel was erased. */
  async erasedOf(consignmentIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ consignmentId: string }[]>(ERASED, [[...new Set(consignmentIds)]]);
    return new Set(rows.map(({ consignmentId }) => consignmentId));
  }

  /**
   * Disables receivers after a 410 if their owners want that.
   * @returns the receivers that were enabled until now
   */
  async disableGone(receiverIds: readonly string[]): Promise<string[]> {
    if (receiverIds.length === 0) return [];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(GONE, [receiverIds]);
    return rows.map(({ receiverId }) => receiverId);
  }

  /** @param sealedKey the key that was checked; a newer key keeps its own state */
  async keepKeyCheck(receiverId: string, sealedKey: string, check: KeyCheck): Promise<void> {
    await this.dataSource.query(KEEP_KEY_CHECK, [receiverId, sealedKey, JSON.stringify(check)]);
  }

  private toEndpoint(row: EndpointRow): ReadEndpoint {
    const { receiverId, version, url, enabled, queryParameters, timeoutMs, maxPerSecond, maxInFlight } = row;
    return { receiverId, version, url, enabled, queryParameters, timeoutMs, maxPerSecond, maxInFlight, ...this.credentials.open(row) };
  }
}
