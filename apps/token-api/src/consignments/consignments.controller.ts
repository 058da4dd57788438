// in: a retailer telling of its parcels (→ topic records) and asking where one is (domain D.11)
import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Inject, Param, Put } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { Traceparent, TRACEPARENT_HEADER } from '../http/traceparent.decorator.js';
import { MessageAllowance } from '../messages/message-allowance.service.js';
import { MessagesPublisher } from '../messages/messages.publisher.js';
import { Describe } from '../openapi/describe.decorator.js';
import { ACCEPTED_RECORD, CONSIGNMENT, CONSIGNMENT_EXAMPLES } from './consignment-schemas.js';
import type { ConsignmentView } from './consignment-view.js';
import { PutConsignmentDto } from './consignments.dto.js';
import { ConsignmentsService } from './consignments.service.js';
import { type AcceptedRecord, toRecordMessage } from './record-message.js';

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
  @Describe({
    id: 'putConsignment',
    summary: 'Announce or update a parcel',
    description:
      'Creates the consignment or changes it; a record has at most 256 KiB. 202 means accepted, not yet decided: the consignment and its events follow within moments. The same content again, or the same `transfer_id`, changes nothing. 429 when the account has sent more scans and records than it may. A record without a tracking link for a courier whose pages are not known is dropped, also when its own link was (`repaired` names `links.tracking_link`): send it again with a valid one.',
    examples: { record: CONSIGNMENT_EXAMPLES.record },
    headers: [TRACEPARENT_HEADER],
    answer: { description: 'Accepted.', schema: ACCEPTED_RECORD, example: CONSIGNMENT_EXAMPLES.accepted },
    errors: ['required', 'invalidChoice'],
  })
  async put(
    @CallerParam() { account }: Caller,
    @Body() body: PutConsignmentDto,
    @Traceparent() traceparent: string | undefined,
  ): Promise<AcceptedRecord> {
    const { message, accepted } = toRecordMessage(body, { account, nowMs: this.clock.nowMs(), newId: randomUUID() });
    await this.allowance.take(account, 1);
    await this.messages.publishRecord(message, traceparent);
    return accepted;
  }

  @Get(':courier/:trackingNumber')
  @NeedsScope('read')
  @Describe({
    id: 'findConsignment',
    summary: 'Where a parcel is',
    description: 'By courier and tracking number; white space and case of the number do not matter.',
    answer: { description: 'The parcel that has the number now.', schema: CONSIGNMENT, example: CONSIGNMENT_EXAMPLES.consignment },
  })
  find(
    @CallerParam() { account }: Caller,
    @Param('courier') courier: string,
    @Param('trackingNumber') trackingNumber: string,
  ): Promise<ConsignmentView> {
    return this.consignments.find(account, { courier, trackingNumber });
  }
}
