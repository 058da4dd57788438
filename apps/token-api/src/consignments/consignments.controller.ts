// in: a retailer sends the records of its parcels (→ topic records) and asks for parcels (domain D.11)
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
      'Creates or changes the consignment. A record has at most 256 KiB. 202 = accepted: the consignment and its events follow within moments. The same content again, or the same `transfer_id` again, changes nothing. 429 = the account has sent more scans and records than it may. `warnings` names problems that depend on more than the record: for example, a record without a tracking link becomes a dead letter if the tracking page of the courier is not known. `repaired` names a link that was dropped.',
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
      'Filters can be combined. The list is ordered by `createdAt`; with `updatedSince` by `updatedAt`; with `failing` by the creation of the first failing delivery; with `event` by the time when the first such event became known. `from` and `to` limit the same time. Pages are stable, with two exceptions. With `updatedSince`, a parcel that changes moves to the first page. With `failing`, a parcel moves when another delivery becomes its first failing delivery. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: ConsignmentPage, example: CONSIGNMENT_PAGE_EXAMPLE })
  list(@CallerParam() { account }: Caller, @Query() query: ListConsignmentsDto): Promise<ConsignmentPage> {
    return this.consignments.list(toConsignmentFilter(account, query));
  }

  @Get(':courier/:trackingNumber')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getConsignment',
    summary: 'One parcel with its scans and events',
    description: 'Finds the parcel by courier and tracking number; white space and case of the number do not matter.',
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
