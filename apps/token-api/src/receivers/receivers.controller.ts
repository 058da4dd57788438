// Customers configure the endpoints that webhooks go to (domain D.10): scope `read` shows them, scope `write` changes them.
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { Fails } from '../openapi/fails.decorator.js';
import { RECEIVER_EXAMPLES } from './receiver-examples.dto.js';
import { ReceiverDetail, Receivers, ReceiverView } from './receiver-view.dto.js';
import { ChangeReceiverDto, CreateReceiverDto, ListReceiversDto, RotateSigningDto } from './receivers.dto.js';
import { ReceiversService } from './receivers.service.js';

@Controller('receivers')
export class ReceiversController {
  constructor(private readonly receivers: ReceiversService) {}

  @Post()
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'createReceiver',
    summary: 'Create a receiver',
    description:
      'Unknown fields are refused by name. 409 when the account already has the most receivers (1000 by default), or when the filters of its receivers would together have too many values (more than 5000 by default).',
  })
  @ApiBody({
    type: CreateReceiverDto,
    examples: { smallest: { value: RECEIVER_EXAMPLES.smallest }, full: { value: RECEIVER_EXAMPLES.full } },
  })
  @ApiCreatedResponse({
    description: 'The receiver; only this answer shows its signing secret.',
    type: ReceiverView,
    example: RECEIVER_EXAMPLES.created,
  })
  @Fails('conflict')
  create(@CallerParam() caller: Caller, @Body() body: CreateReceiverDto): Promise<ReceiverView> {
    return this.receivers.create(caller, body);
  }

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'listReceivers',
    summary: 'The receivers of the account',
    description: 'All receivers in one answer, without secrets. There are no filters: a query parameter is refused by name.',
  })
  @ApiOkResponse({ description: 'The receivers in the order of their creation.', type: Receivers, example: RECEIVER_EXAMPLES.list })
  @Fails('invalid')
  async list(@Query() _: ListReceiversDto, @CallerParam() caller: Caller): Promise<Receivers> {
    return { receivers: await this.receivers.list(caller.account) };
  }

  @Get(':receiverId')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getReceiver',
    summary: 'One receiver',
    description:
      'The configuration of the receiver, its `health`, and whether its attempts wait behind an open circuit. Secrets are never shown.',
  })
  @ApiOkResponse({ description: 'The receiver.', type: ReceiverDetail, example: RECEIVER_EXAMPLES.detail })
  find(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<ReceiverDetail> {
    return this.receivers.find(caller.account, receiverId);
  }

  @Patch(':receiverId')
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'changeReceiver',
    summary: 'Change a receiver',
    description:
      'Fields that are left out stay as they are; `auth` is replaced as a whole, and of `filter` only the named lists. `url`, `auth`, `signing`, `queryParameters`, `timeoutMs` and `enabled` apply to attempts that begin a second later, retries included. `events`, `filter`, `format` and `etaUnknownForm` apply to events that come a second later. `format` and `etaUnknownForm` also apply to redeliveries. All retries of a delivery send the same bytes. 409 when the filters of all receivers of the account would together have too many values (more than 5000 by default).',
  })
  @ApiBody({
    type: ChangeReceiverDto,
    examples: {
      switchOff: { value: RECEIVER_EXAMPLES.switchedOff },
      filter: { value: RECEIVER_EXAMPLES.filter },
      oauth2: { value: RECEIVER_EXAMPLES.oauth2 },
      headers: { value: RECEIVER_EXAMPLES.headers },
    },
  })
  @ApiOkResponse({ description: 'The receiver as it is now.', type: ReceiverView, example: RECEIVER_EXAMPLES.receiver })
  @Fails('conflict')
  change(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @Body() body: ChangeReceiverDto,
  ): Promise<ReceiverView> {
    return this.receivers.change(caller, receiverId, body);
  }

  @Delete(':receiverId')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({ operationId: 'deleteReceiver', summary: 'Delete a receiver', description: 'Its pending deliveries end as `cancelled`.' })
  @ApiNoContentResponse({ description: 'The receiver is deleted.' })
  delete(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<void> {
    return this.receivers.delete(caller, receiverId);
  }

  @Post(':receiverId/signing/rotate')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'rotateSigning',
    summary: 'Replace the signing secret',
    description: 'Until the overlap ends, webhooks carry a signature by the old secret as well. If the answer is lost, rotate again.',
  })
  @ApiBody({
    type: RotateSigningDto,
    examples: { overlap: { value: { overlapMs: 86_400_000 } }, atOnce: { value: { overlapMs: 0 } }, usual: { value: {} } },
  })
  @ApiOkResponse({
    description: 'The receiver; only this answer shows its new secret.',
    type: ReceiverView,
    example: RECEIVER_EXAMPLES.rotated,
  })
  rotateSigning(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @Body() { overlapMs }: RotateSigningDto,
  ): Promise<ReceiverView> {
    return this.receivers.rotateSigning(caller, receiverId, overlapMs);
  }

  @Delete(':receiverId/signing/previous')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'endSigningOverlap',
    summary: 'Stop signing with replaced secrets',
    description: 'Ends the overlap of a rotation before its time. Without an overlap nothing changes.',
  })
  @ApiNoContentResponse({ description: 'Only the newest secret signs.' })
  endSigningOverlap(@CallerParam() caller: Caller, @UuidParam('receiverId') receiverId: string): Promise<void> {
    return this.receivers.endSigningOverlap(caller, receiverId);
  }
}
