import { randomUUID } from 'node:crypto';
import type { Behaviour } from '../../support/behaviour.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { type ReceivedRequest, startReceiver, type TestReceiver } from '../../support/receiver.js';
import type { FaultyDatabase } from './faulty-database.js';
import { TcpLink } from './tcp-link.js';

export const PROBE_ACCOUNT = 50;
export const API_ACCOUNT = 60;
/** Answers at once while no fault disturbs it. */
const HONEST: Behaviour = { kind: 'answer' };

export interface Character {
  readonly name: string;
  readonly accounts: readonly number[];
  /** Empty = all events. */
  readonly events?: readonly string[];
  /** Normal behaviour. Honest receivers get everything in the end; the others never answer well. */
  readonly habit: Behaviour;
  readonly timeoutMs: number;
}

const FEW = ['onDelivered', 'onReturn'];

/** Accounts 100 … 109 and 200 … 209 are the accounts of the histories. Account 109 and half of the accounts 200 … 209 have no receiver. */
const CHARACTERS: readonly Character[] = [
  { name: 'probe', accounts: [PROBE_ACCOUNT], habit: HONEST, timeoutMs: 3_000 },
  { name: 'api', accounts: [API_ACCOUNT], habit: HONEST, timeoutMs: 3_000 },
  { name: 'steady', accounts: [100, 101, 102, 103], habit: HONEST, timeoutMs: 3_000 },
  { name: 'second', accounts: [100, 104, 200, 201, 202, 203, 204], habit: { kind: 'answer', status: 204, delayMs: 20 }, timeoutMs: 3_000 },
  { name: 'moody', accounts: [102, 105], habit: HONEST, timeoutMs: 1_000 },
  { name: 'refusing', accounts: [106], events: FEW, habit: { kind: 'answer', status: 500 }, timeoutMs: 1_000 },
  { name: 'hanging', accounts: [107], events: FEW, habit: { kind: 'hang' }, timeoutMs: 700 },
  { name: 'dripping', accounts: [108], events: ['onReturn'], habit: { kind: 'drip', everyMs: 200 }, timeoutMs: 700 },
];

export class FaultReceiver implements Character {
  readonly name: string;
  readonly accounts: readonly number[];
  readonly events: readonly string[];
  readonly habit: Behaviour;
  readonly timeoutMs: number;

  constructor(
    character: Character,
    private readonly server: TestReceiver,
  ) {
    this.name = character.name;
    this.accounts = character.accounts;
    this.events = character.events ?? [];
    this.habit = character.habit;
    this.timeoutMs = character.timeoutMs;
  }

  get isHonest(): boolean {
    return this.habit.kind === 'answer' && (this.habit.status ?? 200) < 300;
  }

  get host(): string {
    return `${this.name}.receivers.test`;
  }

  wants(account: number, event: string): boolean {
    return this.accounts.includes(account) && (this.events.length === 0 || this.events.includes(event));
  }

  requests(): readonly ReceivedRequest[] {
    return this.server.requests(`/${this.name}`);
  }

  behave(behaviour: Behaviour): void {
    this.server.behave(`/${this.name}`, behaviour);
  }
}

/** Receivers of all characters behind one link. The name server of the run resolves their names. */
export class Receivers {
  private isNameServerSilent = false;
  isStorm = false;

  private constructor(
    readonly all: readonly FaultReceiver[],
    readonly link: TcpLink,
    private readonly server: TestReceiver,
    private readonly names: NameServer,
  ) {
    this.restore();
  }

  static async start(): Promise<Receivers> {
    const holder: { receivers?: Receivers } = {};
    const names = await startNameServer(() => (holder.receivers?.isNameServerSilent ? 'silent' : ['127.0.0.1']));
    const hosts = CHARACTERS.map(({ name }) => `${name}.receivers.test`);
    const server = await startReceiver({ names: hosts });
    const link = await TcpLink.open('webhook-sender ↔ receivers', server.port);
    const all = CHARACTERS.map((character) => new FaultReceiver(character, server));
    return (holder.receivers = new Receivers(all, link, server, names));
  }

  /** Value of DNS_SERVERS for the apps. */
  get nameServer(): string {
    return this.names.address;
  }

  get honest(): FaultReceiver[] {
    return this.all.filter(({ isHonest }) => isHonest);
  }

  named(name: string): FaultReceiver {
    return this.all.find((receiver) => receiver.name === name)!;
  }

  /** Inserts one row per receiver and account: a receiver of several accounts is one address that all of them registered. */
  async enter(database: FaultyDatabase): Promise<ReadonlyMap<string, FaultReceiver>> {
    const rows = this.all.flatMap((receiver) => receiver.accounts.map((account) => ({ receiver, account, receiverId: randomUUID() })));
    for (const { receiver, account, receiverId } of rows) {
      await database.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
      await database.query(
        `INSERT INTO receiver (receiver_id, account_id, url, events, format, signing_enabled, timeout_ms) VALUES ($1, $2, $3, $4, $5, false, $6)`,
        [
          receiverId,
          account,
          `https://${receiver.host}:${this.link.port}/${receiver.name}`,
          receiver.events,
          formatOf(receiver),
          receiver.timeoutMs,
        ],
      );
    }
    return new Map(rows.map(({ receiver, receiverId }) => [receiverId, receiver]));
  }

  /** Changes the behaviour of all receivers, whatever their normal behaviour, until `restore`. */
  storm(behaviour: Behaviour): void {
    this.isStorm = true;
    for (const receiver of this.all) receiver.behave(behaviour);
  }

  /** Returns every receiver to its normal behaviour. */
  restore(): void {
    this.isStorm = false;
    for (const receiver of this.all) receiver.behave(receiver.habit);
  }

  silenceNames(isSilent: boolean): void {
    this.isNameServerSilent = isSilent;
  }

  async close(): Promise<void> {
    this.link.close();
    await Promise.all([this.server.close(), this.names.close()]);
  }
}

const formatOf = ({ name }: FaultReceiver): string => (name === 'second' ? 'cloudevents' : 'plain');
