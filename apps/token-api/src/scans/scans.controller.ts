// in: an account that reports scans of its parcels (domain D.11); out: topic scans
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOperation } from '@nestjs/swagger';
import { type Clock, CLOCK } from '#libs/config';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { Traceparent } from '../http/params.decorator.js';
import { MessageAllowance } from '../messages/message-allowance.service.js';
import { MessagesPublisher } from '../messages/messages.publisher.js';
import { Fails } from '../openapi/fails.decorator.js';
import { toScanMessages } from './scan-messages.js';
import { AcceptedScans, PostScansDto, SCAN_EXAMPLES, SCANS_BODY } from './scans.dto.js';

@Controller('scans')
export class ScansController {
  constructor(
    private readonly allowance: MessageAllowance,
    private readonly messages: MessagesPublisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'postScans',
    summary: 'Submit scans',
    description:
      'One scan, or up to 500, each of at most 256 KiB; all are accepted, or none. 429 when the account has sent too many scans and records. The scans count only for parcels of this account. A scan that comes before the record of its parcel waits 30 days for that record.',
  })
  @ApiBody({ schema: SCANS_BODY, examples: { one: { value: SCAN_EXAMPLES.one }, several: { value: SCAN_EXAMPLES.several } } })
  @ApiAcceptedResponse({ description: 'Accepted.', type: AcceptedScans, example: SCAN_EXAMPLES.accepted })
  @Fails('required', 'invalidChoice')
  async post(
    @CallerParam() { account }: Caller,
    @Body() body: PostScansDto,
    @Traceparent() traceparent: string | undefined,
  ): Promise<AcceptedScans> {
    const scans = toScanMessages(body, { account, nowMs: this.clock.nowMs() });
    await this.allowance.take(account, scans.length);
    await this.messages.publishScans(
      scans.map(({ message }) => message),
      traceparent,
    );
    return { accepted: scans.map(({ accepted }) => accepted) };
  }
}
