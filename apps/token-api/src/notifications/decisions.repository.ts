// many tables, read only, and the tables with the job's own state; out: table notification
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HOUR } from '#libs/config';
import type { CertificateRole, DisabledReason, OutageReason } from '#libs/contracts';
import { withLongStatement } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { MailSetup } from '../mail/mail-setup.provider.js';
import type { TokenApiConfig } from '../token-api.config.js';
import * as sql from './decisions.statements.repository.js';
import { type Finding, type NewNotification, toNotifications } from './notification.js';
import { nextTimeMs } from './times.js';

interface OfReceiver {
  readonly account: number;
  readonly receiverId: string;
}

interface OutageRow extends OfReceiver {
  readonly reason: OutageReason;
  readonly since: Date;
}

interface DisabledRow extends OfReceiver {
  readonly reason: DisabledReason;
  readonly disabledAt: Date;
}

interface ExpiringRow extends OfReceiver {
  readonly certificate: CertificateRole;
  readonly notAfter: Date;
}

interface ExhaustedRow extends OfReceiver {
  readonly count: number;
  readonly deliveryIds: readonly string[] | null;
  readonly recent: readonly string[];
  /** Time since the first event of the series, ms. */
  readonly elapsedMs: number;
}

/**
 * A day may end millions of deliveries. A count that is cut off is followed by a longer count: no account would get any further notification.
 */
const LONGEST_COUNT_MS = HOUR;

/** Decides on operational events. A decision is one transaction, so a killed process has stored all of its events or none. */
@Injectable()
export class DecisionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: TokenApiConfig,
    private readonly mail: MailSetup,
  ) {}

  /** @returns the new events; undefined while another instance decides or the pause lasts */
  decide(): Promise<readonly NewNotification[] | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const [lock] = await manager.query<{ isOurs: boolean }[]>(sql.LOCK);
      if (!lock?.isOurs) return undefined;
      // Read after the lock: another instance may have replaced a value that was read earlier.
      const [begun] = await manager.query<{ since: Date }[]>(sql.BEGIN, [this.config.notificationsPollMs]);
      if (!begun) return undefined;
      const notifications = toNotifications(await this.findings(manager, begun.since));
      if (notifications.length > 0) await this.store(manager, notifications);
      for (const statement of sql.FORGET) await manager.query(statement);
      await manager.query(sql.END, [this.config.notificationsPollMs]);
      return notifications;
    });
  }

  private async store(manager: EntityManager, notifications: readonly NewNotification[]): Promise<void> {
    const rows = await manager.query<{ eventid: string }[]>(sql.INSERT, [JSON.stringify(notifications)]);
    if (this.mail.isOn) await manager.query(sql.MAILS, [rows.map(({ eventid }) => eventid)]);
  }

  /** Returns the time until which every event is decided and published, epoch ms. */
  async doneUntilMs(): Promise<number> {
    const [row] = await this.dataSource.query<[{ at: Date }]>(sql.DONE_UNTIL);
    return row.at.getTime();
  }

  private async findings(manager: EntityManager, since: Date): Promise<Finding[]> {
    return [
      ...(await this.recovered(manager)),
      ...(await this.failing(manager)),
      ...(await this.disabled(manager, since)),
      ...(await this.exhausted(manager, since)),
      ...(await this.expiring(manager)),
    ];
  }

  private async recovered(manager: EntityManager): Promise<Finding[]> {
    const [rows] = await manager.query<[(OutageRow & { isSilent: boolean })[], number]>(sql.END_OUTAGES, [this.config.waitingUntilMs]);
    return rows.filter(({ isSilent }) => !isSilent).map((row) => toFinding('receiver.recovered', row));
  }

  private async failing(manager: EntityManager): Promise<Finding[]> {
    const { failingAfterMs, waitingAfterMs, failingAgainMs } = this.config;
    const rows = await manager.query<OutageRow[]>(sql.RAISE_OUTAGES, [failingAfterMs, waitingAfterMs, failingAgainMs]);
    return rows.map((row) => toFinding('receiver.failing', row));
  }

  private async disabled(manager: EntityManager, since: Date): Promise<Finding[]> {
    const rows = await manager.query<DisabledRow[]>(sql.DISABLED, [since]);
    const inOrder = rows.toSorted((a, b) => a.disabledAt.getTime() - b.disabledAt.getTime());
    const latest = new Map(inOrder.map((row) => [row.receiverId, row])); // a receiver may have been enabled and disabled again
    return [...latest.values()].map(({ account, receiverId, reason, disabledAt }) => ({
      account,
      event: 'receiver.disabled',
      entry: { receiverId, reason, disabledAt: disabledAt.toISOString() },
    }));
  }

  private async expiring(manager: EntityManager): Promise<Finding[]> {
    const rows = await manager.query<ExpiringRow[]>(sql.EXPIRING, [this.config.clientCertificateMs, this.config.serverCertificateMs]);
    return rows.map(({ account, receiverId, certificate, notAfter }) => ({
      account,
      event: 'certificate.expiring',
      entry: { receiverId, certificate, notAfter: notAfter.toISOString() },
    }));
  }

  private async exhausted(manager: EntityManager, since: Date): Promise<Finding[]> {
    const rows = await withLongStatement(manager, LONGEST_COUNT_MS, () => manager.query<ExhaustedRow[]>(sql.EXHAUSTED, [since]));
    const told = [...Map.groupBy(rows, ({ account }) => account).values()].filter((ofAccount) => ofAccount.some(({ count }) => count > 0));
    const series = told.map((ofAccount) => {
      const [{ account, elapsedMs }] = ofAccount as [ExhaustedRow];
      const nextInMs = nextTimeMs(this.config.exhaustedAgainMs, elapsedMs) - elapsedMs;
      return { account, nextInMs, countedIds: ofAccount.flatMap(({ recent }) => recent) };
    });
    if (series.length > 0) await manager.query(sql.KEEP_SERIES, [JSON.stringify(series)]);
    await manager.query(sql.END_SERIES);
    return told
      .flat()
      .flatMap(({ account, receiverId, count, deliveryIds }) =>
        deliveryIds === null ? [] : [{ account, event: 'delivery.exhausted', entry: { receiverId, count, deliveryIds } }],
      );
  }
}

/** Reports the beginning or the end of an outage. */
const toFinding = (event: 'receiver.failing' | 'receiver.recovered', { account, receiverId, reason, since }: OutageRow): Finding => ({
  account,
  event,
  entry: { receiverId, reason, since: since.toISOString() },
});
