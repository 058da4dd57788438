// Explains the statements of an answer: runs the repositories of token-api over a connection that asks for each plan first.
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { systemClock } from '#libs/config';
import { toAuditFilter } from '../../apps/token-api/src/audit/audit-log.dto.js';
import { AuditLogRepository } from '../../apps/token-api/src/audit/audit-log.repository.js';
import { toConsignmentFilter } from '../../apps/token-api/src/consignments/consignment-list.dto.js';
import { ConsignmentListRepository } from '../../apps/token-api/src/consignments/consignment-list.repository.js';
import { ConsignmentsRepository } from '../../apps/token-api/src/consignments/consignments.repository.js';
import { ConsignmentsService } from '../../apps/token-api/src/consignments/consignments.service.js';
import { ParcelsRepository, toParcelChoice } from '../../apps/token-api/src/consignments/parcels.repository.js';
import { toDeliveryFilter } from '../../apps/token-api/src/deliveries/deliveries.dto.js';
import { DeliveriesRepository } from '../../apps/token-api/src/deliveries/deliveries.repository.js';
import { DeliveriesService } from '../../apps/token-api/src/deliveries/deliveries.service.js';
import { EventWalkRepository } from '../../apps/token-api/src/events/event-walk.repository.js';
import { toEventFilter } from '../../apps/token-api/src/events/events.dto.js';
import { EventsRepository } from '../../apps/token-api/src/events/events.repository.js';
import { EventsService } from '../../apps/token-api/src/events/events.service.js';
import { NotificationsRepository } from '../../apps/token-api/src/notifications/notifications.repository.js';
import { CircuitsRepository } from '../../apps/token-api/src/receiver-health/circuits.repository.js';
import { type Ask, pathOf } from './lists-requests.js';
import { ACCOUNT } from './lists-seed.js';

const IDENTITY = { cloudeventsSource: 'https://bench.example', cloudeventsVendor: 'example' };

/** Returns PostgreSQL's plan for the first page of this request, statement by statement. */
export async function plansOf(database: Client, ask: Ask): Promise<string> {
  const plans: string[] = [];
  const query = async (sql: string, parameters: unknown[]): Promise<unknown[]> => {
    const explained = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS OFF) ${sql}`, parameters);
    plans.push([sql.replaceAll(/\s+/g, ' ').trim(), ...explained.rows.map((row) => row['QUERY PLAN'])].join('\n'));
    return (await database.query<object>(sql, parameters)).rows;
  };
  const transaction = (_isolation: string, work: (manager: { query: typeof query }) => unknown): unknown => work({ query });
  await answer({ query, transaction } as unknown as DataSource, ask);
  return `## ${ask.name}: GET ${pathOf(ask, 1)}\n\n${plans.join('\n\n')}\n`;
}

async function answer(source: DataSource, ask: Ask): Promise<unknown> {
  const [parcels, repository] = [new ParcelsRepository(source), new DeliveriesRepository(source)];
  const deliveries = new DeliveriesService(
    repository,
    parcels,
    new CircuitsRepository(source),
    new NotificationsRepository(source),
    systemClock,
    IDENTITY,
  );
  const events = new EventsService(new EventsRepository(source), new EventWalkRepository(source), deliveries, parcels);
  if ('path' in ask && /^\/(statistics|receivers|filter-values)|\/explain/.test(ask.path(1))) return undefined; // from other modules
  const consignments = new ConsignmentsService(new ConsignmentsRepository(source), new ConsignmentListRepository(source, parcels));
  if ('path' in ask) return one(ask.path(1), { deliveries, events, consignments });
  const query = ask.query(1);
  if (ask.list === 'consignments') return consignments.list(toConsignmentFilter(ACCOUNT, query));
  if (ask.list === 'deliveries') return deliveries.list(toDeliveryFilter(ACCOUNT, query), toParcelChoice(query));
  if (ask.list === 'events' && query['after'] !== undefined)
    return events.walk({ ...toEventFilter(ACCOUNT, query), after: query['after'] }, toParcelChoice(query));
  if (ask.list === 'events') return events.list(toEventFilter(ACCOUNT, query), toParcelChoice(query));
  return new AuditLogRepository(source).list(toAuditFilter(ACCOUNT, query));
}

interface Services {
  readonly deliveries: DeliveriesService;
  readonly events: EventsService;
  readonly consignments: ConsignmentsService;
}

function one(path: string, { deliveries, events, consignments }: Services): Promise<unknown> {
  const [, kind, first = '', second = ''] = path.split('/');
  if (kind === 'deliveries') return deliveries.find(ACCOUNT, first);
  return kind === 'events' ? events.find(ACCOUNT, first) : consignments.find(ACCOUNT, { courier: first, trackingNumber: second });
}
