// The single place that reports what retention has removed: one line per partition, one count per table.
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Logger, Metrics } from '#libs/observability';
import type { Sweep, SweptPartition } from './retention.service.js';

@Injectable()
export class RetentionEvents {
  private readonly partitions: Counter<'table' | 'outcome'>;
  private readonly rows: Counter<'table'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.partitions = metrics.counter('retention_partitions_total', 'Partitions past retention, by outcome', {
      labels: { table: 'the 4 partitioned tables', outcome: '`dropped`, `needed`, `pending`, `busy`' },
    });
    this.rows = metrics.counter('retention_rows_total', 'Rows past retention that were removed one by one', {
      labels: { table: '10 tables' },
    });
  }

  swept({ partitions, rows }: Sweep): void {
    partitions.forEach((partition) => this.tell(partition));
    this.rows.inc({ table: 'consignment' }, rows.consignments);
    this.rows.inc({ table: 'past_generation' }, rows.pastGenerations);
    this.rows.inc({ table: 'erased_parcel' }, rows.erasedParcels);
    this.rows.inc({ table: 'erased_consignment' }, rows.erasedConsignments);
    this.rows.inc({ table: 'unmapped_code' }, rows.unmappedCodes);
    this.rows.inc({ table: 'unmapped_text' }, rows.unmappedTexts);
    this.rows.inc({ table: 'dead_letter' }, rows.deadLetters);
    this.rows.inc({ table: 'delivery_overflow' }, rows.setAside);
    this.rows.inc({ table: 'redelivery' }, rows.redeliveries);
    this.rows.inc({ table: 'notification' }, rows.notifications);
    if (Object.values(rows).some((count: number) => count > 0)) this.logger.info('retention.rowsRemoved', { ...rows });
  }

  private tell({ table, name, rows, bytes, outcome }: SweptPartition): void {
    this.partitions.inc({ table, outcome });
    if (outcome === 'dropped') this.logger.info('retention.partitionDropped', { table, partition: name, rows, bytes });
    else if (outcome !== 'needed') this.logger.warn('retention.partitionKept', { table, partition: name, reason: outcome });
  }
}
