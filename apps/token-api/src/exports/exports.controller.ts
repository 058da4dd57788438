// in: a customer who opens a list in a spreadsheet; out: text/csv, read from the database page by page
import { applyDecorators, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { TokenScope } from '#libs/contracts';
import type { Response } from 'express';
import { toAuditFilter } from '../audit/audit-log.dto.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { toConsignmentFilter } from '../consignments/consignment-list.dto.js';
import { ConsignmentsService } from '../consignments/consignments.service.js';
import { toParcelChoice } from '../consignments/parcels.repository.js';
import { toDeliveryFilter } from '../deliveries/deliveries.dto.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { MAX_LIMIT, toPageRange } from '../paging/page.js';
import { ReceiversService } from '../receivers/receivers.service.js';
import { RedeliveriesService } from '../redeliveries/redeliveries.service.js';
import { toCsvLine } from './csv.js';
import {
  AUDIT_COLUMNS,
  CONSIGNMENT_COLUMNS,
  DELIVERY_COLUMNS,
  type Named,
  RECEIVER_COLUMNS,
  REDELIVERY_COLUMNS,
} from './exported-columns.js';
import { MOST_ROWS } from './exported-list.js';
import {
  ExportAuditDto,
  ExportConsignmentsDto,
  ExportDeliveriesDto,
  ExportReceiversDto,
  ExportRedeliveriesDto,
  toFormat,
} from './exports.dto.js';
import { ExportsService } from './exports.service.js';
import { namedReceivers } from './named-receivers.js';

/** Asks for the page of a list after the cursor. */
const pageAfter = (cursor: string | undefined): { limit: string; cursor?: string } => ({
  limit: String(MAX_LIMIT),
  ...(cursor !== undefined && { cursor }),
});

const ABOUT = `The rows of the list with its filters, newest first, at most ${MOST_ROWS}. If there are more rows, the last line begins with \`# Cut\`. The file is UTF-8 with a byte order mark; times are in UTC. A text that a spreadsheet would run as a formula gets an apostrophe in front. Such a text begins with \`=\`, \`+\`, \`-\` or \`@\`, also after white space or as a full-width sign, or with a tab or a line break. With \`for=spreadsheet\`, a number that a spreadsheet would spoil gets an apostrophe, too. \`receiverName\` is the present name of the receiver, and empty for a deleted receiver. An answer that breaks off is incomplete: ask again.`;

interface File {
  readonly operationId: string;
  readonly summary: string;
  readonly columns: object;
  /** The scope that the list requires. */
  readonly scope?: TokenScope;
}

const AnswersFile = ({ operationId, summary, columns, scope = 'read' }: File): MethodDecorator =>
  applyDecorators(
    NeedsScope(scope),
    ApiOperation({ operationId, summary, description: ABOUT }),
    ApiOkResponse({
      description: 'The file.',
      content: { 'text/csv': { schema: { type: 'string' }, example: toCsvLine(Object.keys(columns)) } },
    }),
  );

@Controller('exports')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly deliveryLists: DeliveriesService,
    private readonly parcelLists: ConsignmentsService,
    private readonly receiverLists: ReceiversService,
    private readonly orderLists: RedeliveriesService,
    private readonly auditLists: AuditLogService,
  ) {}

  @Get('deliveries.csv')
  @AnswersFile({ operationId: 'exportDeliveries', summary: 'Deliveries as a CSV file', columns: DELIVERY_COLUMNS })
  deliveries(@CallerParam() { account }: Caller, @Query() query: ExportDeliveriesDto, @Res() response: Response): Promise<void> {
    const { format, filter } = toFormat(query);
    const choice = toParcelChoice(filter);
    return this.exports.send(response, {
      name: 'deliveries',
      columns: DELIVERY_COLUMNS,
      format,
      read: async (cursor) => {
        const { deliveries, nextCursor } = await this.deliveryLists.list(
          toDeliveryFilter(account, { ...filter, ...pageAfter(cursor) }),
          choice,
        );
        return { rows: await this.named(account, deliveries, ({ receiverId }) => receiverId), nextCursor };
      },
    });
  }

  @Get('consignments.csv')
  @AnswersFile({ operationId: 'exportConsignments', summary: 'Parcels as a CSV file', columns: CONSIGNMENT_COLUMNS })
  consignments(@CallerParam() { account }: Caller, @Query() query: ExportConsignmentsDto, @Res() response: Response): Promise<void> {
    const { format, filter } = toFormat(query);
    return this.exports.send(response, {
      name: 'consignments',
      columns: CONSIGNMENT_COLUMNS,
      format,
      read: async (cursor) => {
        const { consignments, nextCursor } = await this.parcelLists.list(toConsignmentFilter(account, { ...filter, ...pageAfter(cursor) }));
        return { rows: consignments, nextCursor };
      },
    });
  }

  @Get('receivers.csv')
  @AnswersFile({ operationId: 'exportReceivers', summary: 'Receivers with their health as a CSV file', columns: RECEIVER_COLUMNS })
  receivers(@CallerParam() { account }: Caller, @Query() query: ExportReceiversDto, @Res() response: Response): Promise<void> {
    const { format, filter } = toFormat(query);
    return this.exports.send(response, {
      name: 'receivers',
      columns: RECEIVER_COLUMNS,
      format,
      read: async () => ({ rows: namedReceivers(await this.receiverLists.list(account), filter.q), nextCursor: null }),
    });
  }

  @Get('redeliveries.csv')
  @AnswersFile({ operationId: 'exportRedeliveries', summary: 'Orders to send again as a CSV file', columns: REDELIVERY_COLUMNS })
  redeliveries(@CallerParam() { account }: Caller, @Query() query: ExportRedeliveriesDto, @Res() response: Response): Promise<void> {
    const { format, filter } = toFormat(query);
    return this.exports.send(response, {
      name: 'redeliveries',
      columns: REDELIVERY_COLUMNS,
      format,
      read: async (cursor) => {
        const range = toPageRange('redeliveries', { ...filter, ...pageAfter(cursor) });
        const { redeliveries, nextCursor } = await this.orderLists.list({ account, receiverId: filter.receiverId, ...range });
        return { rows: await this.named(account, redeliveries, ({ receiverId }) => receiverId), nextCursor };
      },
    });
  }

  @Get('audit-log.csv')
  @AnswersFile({ operationId: 'exportAuditLog', summary: 'The audit log as a CSV file', columns: AUDIT_COLUMNS, scope: 'generate' })
  auditLog(@CallerParam() { account }: Caller, @Query() query: ExportAuditDto, @Res() response: Response): Promise<void> {
    const { format, filter } = toFormat(query);
    return this.exports.send(response, {
      name: 'audit-log',
      columns: AUDIT_COLUMNS,
      format,
      read: async (cursor) => {
        const { entries, nextCursor } = await this.auditLists.list(toAuditFilter(account, { ...filter, ...pageAfter(cursor) }));
        return { rows: await this.named(account, entries, ({ subjectId }) => subjectId), nextCursor };
      },
    });
  }

  /** Adds the names of the receivers. */
  private async named<Row>(account: number, rows: readonly Row[], idOf: (row: Row) => string | null): Promise<(Row & Named)[]> {
    const names = await this.receiverLists.namesOf(account, [...new Set(rows.map(idOf))]);
    return rows.map((row) => ({ ...row, receiverName: names.get(idOf(row) ?? '') ?? '' }));
  }
}
