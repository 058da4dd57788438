// table receiver, read only: it is written by token-api
import { Inject, Injectable } from '@nestjs/common';
import { prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { Credentials, type StoredCredentials } from './credentials.provider.js';
import type { ReceiverEndpoint, ReceiverFilter } from './delivery/receiver.js';

const ENABLED_OF_ACCOUNTS = prepared(`
  SELECT receiver_id AS "receiverId", account_id AS account, events, clients, format, eta_unknown_form AS "etaUnknownForm"
  FROM receiver WHERE enabled AND account_id = ANY($1::bigint[]) ORDER BY created_at, receiver_id`);

const ENDPOINTS = prepared(`
  SELECT receiver_id AS "receiverId", xmin::text AS version, url, enabled, query_parameters AS "queryParameters", timeout_ms AS "timeoutMs", auth,
    signing_enabled AS "signingEnabled", signing_secrets AS "signingSecrets"
  FROM receiver WHERE receiver_id = ANY($1::uuid[])`);

const ERASED = prepared(`
  SELECT consignment_id AS "consignmentId" FROM erased_consignment WHERE consignment_id = ANY($1::uuid[])`);

export interface ReadEndpoint extends ReceiverEndpoint {
  /** Of its row: every change of it makes another. */
  readonly version: string;
}

type EndpointRow = Omit<ReadEndpoint, 'signingSecrets' | 'auth'> & StoredCredentials;

@Injectable()
export class ReceiversRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly credentials: Credentials,
  ) {}

  /** Read for every batch: a receiver is in force for every event published after the answer that created or changed it. */
  async enabledOf(accounts: readonly number[]): Promise<Map<number, ReceiverFilter[]>> {
    const byAccount = new Map<number, ReceiverFilter[]>(accounts.map((account) => [account, []]));
    const rows = await this.dataSource.query<ReceiverFilter[]>(ENABLED_OF_ACCOUNTS, [[...byAccount.keys()]]);
    rows.forEach((receiver) => byAccount.get(receiver.account)?.push(receiver));
    return byAccount;
  }

  /** By receiver id; one that was deleted is missing. */
  async endpoints(receiverIds: readonly string[]): Promise<Map<string, ReadEndpoint>> {
    const rows = await this.dataSource.query<EndpointRow[]>(ENDPOINTS, [[...new Set(receiverIds)]]);
    return new Map(rows.map((row) => [row.receiverId, this.toEndpoint(row)]));
  }

  /** Those of the consignments whose parcel was erased on request. */
  async erasedOf(consignmentIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ consignmentId: string }[]>(ERASED, [[...new Set(consignmentIds)]]);
    return new Set(rows.map(({ consignmentId }) => consignmentId));
  }

  private toEndpoint({ auth, signingEnabled, signingSecrets, ...row }: EndpointRow): ReadEndpoint {
    const stored = { receiverId: row.receiverId, auth, signingEnabled, signingSecrets };
    return { ...row, ...this.credentials.open(stored) };
  }
}
