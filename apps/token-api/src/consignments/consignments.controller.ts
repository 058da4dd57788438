// in: a retailer telling of its parcels (→ topic records) and asking where one is (domain D.11)
import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Inject, Put, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Clock, CLOCK } from '#libs/config';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { TextParam, Traceparent } from '../http/params.decorator.js';
import { MessageAllowance } from '../messages/message-allowance.service.js';
import { MessagesPublisher } from '../messages/messages.publisher.js';
import { Fails } from '../openapi/fails.decorator.js';
import { CONSIGNMENT_PAGE_EXAMPLE, ConsignmentPage, ListConsignmentsDto, toConsignmentFilter } from './consignment-list.dto.js';
import { CONSIGNMENT_EXAMPLE, ConsignmentView } from './consignments.dto.js';
import { ConsignmentsService } from './consignments.service.js';
import { toRecordMessage } from './record-message.js';
import { AcceptedRecord, PutConsignmentDto, RECORD_BODY, RECORD_EXAMPLES } from './record.dto.js';

@Controller('consignments')
export class ConsignmentsController {
  constructor(
    private readonly consignments: ConsignmentsService,
    private readonly allowance: MessageAllowance,
    private readonly messages: MessagesPublisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Put()
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'putConsignment',
    summary: 'Announce or update a parcel',
    description:
      'Creates the consignment or changes it; a record has at most 256 KiB. 202 means accepted, not yet decided: the consignment and its events follow within moments. The same content again, or the same `transfer_id`, changes nothing. 429 when the account has sent more scans and records than it may. `warnings` names what the record alone does not decide: without a tracking link (`repaired` names a link that was dropped) it becomes a dead letter where the page of the courier is not known.',
  })
  @ApiBody({ schema: RECORD_BODY, examples: { record: { value: RECORD_EXAMPLES.record } } })
  @ApiAcceptedResponse({ description: 'Accepted.', type: AcceptedRecord, example: RECORD_EXAMPLES.accepted })
  @Fails('required', 'invalidChoice')
  async put(
    @CallerParam() { account }: Caller,
    @Body() body: PutConsignmentDto,
    @Traceparent() traceparent: string | undefined,
  ): Promise<AcceptedRecord> {
    const { message, record, accepted } = toRecordMessage(body, { account, nowMs: this.clock.nowMs(), newId: randomUUID() });
    await this.allowance.take(account, 1);
    const warnings = await this.consignments.warningsOf(record);
    await this.messages.publishRecord(message, traceparent);
    return { ...accepted, warnings };
  }

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'listConsignments',
    summary: 'Parcels, newest first',
    description:
      'Filters can be combined. The list is ordered by `createdAt`; with `updatedSince` by `updatedAt`; with `failing` by the creation of the first failing delivery; with `event` by the time when the first such event became known. `from` and `to` limit the time by which the list is ordered. Pages are stable, except with `updatedSince`, where a parcel that changes meanwhile moves to the first page, and with `failing`, where its place changes when its first failing delivery does. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: ConsignmentPage, example: CONSIGNMENT_PAGE_EXAMPLE })
  list(@CallerParam() { account }: Caller, @Query() query: ListConsignmentsDto): Promise<ConsignmentPage> {
    return this.consignments.list(toConsignmentFilter(account, query));
  }

  @Get(':courier/:trackingNumber')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getConsignment',
    summary: 'Where a parcel is',
    description: 'By courier and tracking number; white space and case of the number do not matter.',
  })
  @ApiOkResponse({ description: 'The parcel that has the number now.', type: ConsignmentView, example: CONSIGNMENT_EXAMPLE })
  find(
    @CallerParam() { account }: Caller,
    @TextParam('courier') courier: string,
    @TextParam('trackingNumber') trackingNumber: string,
  ): Promise<ConsignmentView> {
    return this.consignments.find(account, { courier, trackingNumber });
  }
}
