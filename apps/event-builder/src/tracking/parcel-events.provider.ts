// The single place that reports the results of scans and records: one line per event, one count per remark.
import { Inject, Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { type Clock, CLOCK } from '#libs/config';
import { EVENT_NAMES } from '#libs/contracts';
import { Logger, Metrics } from '#libs/observability';
import type { BatchOutcome } from '../batch/batch-outcome.js';
import type { Remark } from '../batch/remark.js';

/**
 * Codes come from others, so the counter distinguishes only this many; table unmapped_code has all. Accounts may write any codes, so their
 * codes are not counted separately.
 */
const MOST_CODES_COUNTED = 1000;
const WAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800];

@Injectable()
export class ParcelEvents {
  private readonly events: Counter<'event'>;
  private readonly orphans: Counter;
  private readonly repairs: Counter<'field'>;
  private readonly keyless: Counter;
  private readonly earlierConsignment: Counter;
  private readonly lateRecords: Counter;
  private readonly erased: Counter;
  private readonly zoneGuesses: Counter;
  private readonly languageFallbacks: Counter<'lang'>;
  private readonly unmapped: Counter<'courier' | 'code'>;
  private readonly swept: Counter;
  private readonly scanToEvent: Histogram;
  private readonly codesCounted = new Set<string>();

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.events = metrics.counter('events_decided_total', 'Events decided and published', {
      labels: { event: `the ${EVENT_NAMES.length} events` },
    });
    this.orphans = metrics.counter('orphan_scans_total', 'Scans that came before their record');
    this.repairs = metrics.counter('message_repairs_total', 'Parts of scans and records that were left out', {
      labels: { field: 'fields of the two messages that may be left out' },
    });
    this.keyless = metrics.counter('messages_wrong_key_total', 'Scans and records whose key is missing or names another parcel');
    this.earlierConsignment = metrics.counter('earlier_consignment_scans_total', 'Skipped scans of an earlier parcel with the same number');
    this.lateRecords = metrics.counter('late_records_total', 'Skipped records of parcels that retention has removed');
    this.erased = metrics.counter('erased_messages_total', 'Skipped scans and records of erased parcels');
    this.zoneGuesses = metrics.counter('recipient_zone_guesses_total', 'Records without a known time zone, counted in UTC');
    this.languageFallbacks = metrics.counter('i18n_fallback_total', 'Events with texts in another language than asked for', {
      labels: { lang: 'two letters each, 676 at most' },
    });
    this.unmapped = metrics.counter('unmapped_scan_total', 'Scans that neither a rule nor a hint explains', {
      labels: {
        courier: 'together with code',
        code: `the first ${MOST_CODES_COUNTED} pairs of carriers, 100 characters of each code, then \`others\`; accounts’ own scans count as \`others\``,
      },
    });
    this.swept = metrics.counter('orphan_scans_swept_total', 'Scans whose record never came');
    this.scanToEvent = metrics.histogram(
      'scan_to_event_seconds',
      'From the Kafka timestamp of the scan or record to the commit of its event',
      { buckets: WAY_SECONDS },
    );
  }

  decided({ events, changes, remarks }: BatchOutcome): void {
    const nowMs = this.clock.nowMs();
    for (const { event, causedBy, traceparent } of events) {
      this.events.inc({ event: event.payload.event });
      this.scanToEvent.observe(Math.max(0, nowMs - event.createdAtMs) / 1000);
      this.logger.info('event.decided', {
        decidedEvent: event.payload.event,
        eventid: event.payload.eventid,
        consignmentId: event.consignmentId,
        account: event.account,
        causedBy,
        ...(traceparent !== undefined && { traceparent }),
      });
    }
    this.orphans.inc(changes.parked.length);
    remarks.forEach((remark) => this.count(remark));
  }

  sweptOrphans(count: number): void {
    this.swept.inc(count);
    if (count > 0) this.logger.warn('scan.orphansSwept', { count });
  }

  private count(remark: Remark): void {
    switch (remark.kind) {
      case 'repaired':
        return this.repairs.inc({ field: remark.field });
      case 'send_date_left_out':
        return this.logger.warn('record.sendDateLeftOut', { account: remark.account, transferId: remark.transferId });
      case 'keyless':
        return this.keyless.inc();
      case 'earlier_consignment':
        return this.earlierConsignment.inc();
      case 'late_record':
        return this.lateRecords.inc();
      case 'erased':
        return this.erased.inc();
      case 'zone_guessed':
        return this.zoneGuesses.inc();
      case 'language_fallback':
        return this.languageFallbacks.inc({ lang: remark.language });
      case 'unmapped':
        return this.countUnmapped(remark);
    }
  }

  private countUnmapped({ code: { courier, code }, isOwn }: Extract<Remark, { kind: 'unmapped' }>): void {
    const pair = JSON.stringify([courier, code]);
    if (!isOwn && this.codesCounted.size < MOST_CODES_COUNTED) this.codesCounted.add(pair);
    this.unmapped.inc(!isOwn && this.codesCounted.has(pair) ? { courier, code } : { courier: 'others', code: 'others' });
  }
}
