// in: a customer who asks for redeliveries (domain D.11)
import { Body, Controller, Get, HttpCode, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { IdempotencyKey, UuidParam } from '../http/params.decorator.js';
import { Fails } from '../openapi/fails.decorator.js';
import { RedeliverDto, REDELIVERY_EXAMPLES, RedeliveryPreview, RedeliveryView } from './redeliveries.dto.js';
import { RedeliveriesService } from './redeliveries.service.js';

@Controller()
export class RedeliveriesController {
  constructor(private readonly redeliveries: RedeliveriesService) {}

  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'redeliverOne',
    summary: 'Send one delivery again',
    description:
      'Begins the next round of the delivery, with new attempts 1 to 16 and the same eventid and timestamp. 409 while the delivery is pending, or while its receiver is switched off or disabled; 429 while the account has 1000 running orders for single deliveries. The same `Idempotency-Key` gives the same order while that order is kept: for 120 days after its end unless the operator says otherwise.',
  })
  @ApiAcceptedResponse({ description: 'Ordered.', type: RedeliveryView, example: REDELIVERY_EXAMPLES.one })
  @Fails('invalid', 'conflict')
  one(
    @CallerParam() caller: Caller,
    @UuidParam('deliveryId') deliveryId: string,
    @IdempotencyKey() key: string | undefined,
  ): Promise<RedeliveryView> {
    return this.redeliveries.one(caller, deliveryId, key);
  }

  @Post('receivers/:receiverId/redeliver')
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    operationId: 'redeliverMany',
    summary: 'Send all deliveries of a period again',
    description:
      'Sends again the deliveries of this receiver that ended with the given status. With `missing`, it sends the events that the receiver would get by its present configuration but has no delivery for. With `dryRun`, the answer is 200 with the number of deliveries and the first of them, even while the receiver is switched off or disabled. The order is carried out in the background, 200 deliveries at a time; while it runs, the same request gives the same order. 429 while the account has 20 running orders for periods. The same `Idempotency-Key` gives the same order while that order is kept: for 120 days after its end unless the operator says otherwise. Unknown fields are refused by name.',
  })
  @ApiBody({
    type: RedeliverDto,
    examples: { period: { value: REDELIVERY_EXAMPLES.period }, missing: { value: REDELIVERY_EXAMPLES.missing } },
  })
  @ApiAcceptedResponse({ description: 'Ordered.', type: RedeliveryView, example: REDELIVERY_EXAMPLES.redelivery })
  @ApiOkResponse({
    description: 'The answer with `dryRun`; nothing is ordered.',
    type: RedeliveryPreview,
    example: REDELIVERY_EXAMPLES.preview,
  })
  @Fails('conflict')
  many(
    @CallerParam() caller: Caller,
    @UuidParam('receiverId') receiverId: string,
    @IdempotencyKey() key: string | undefined,
    @Body() options: RedeliverDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RedeliveryView | RedeliveryPreview> {
    if (!options.dryRun) return this.redeliveries.many(caller, receiverId, { options, key });
    response.status(HttpStatus.OK);
    return this.redeliveries.preview(caller, receiverId, options);
  }

  @Get('redeliveries/:redeliveryId')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getRedelivery',
    summary: 'Progress of a redelivery',
    description: 'Ask until it has ended; an order is kept for 120 days after its end unless the operator says otherwise.',
  })
  @ApiOkResponse({ description: 'The order.', type: RedeliveryView, example: REDELIVERY_EXAMPLES.redelivery })
  find(@CallerParam() caller: Caller, @UuidParam('redeliveryId') redeliveryId: string): Promise<RedeliveryView> {
    return this.redeliveries.find(caller.account, redeliveryId);
  }
}
