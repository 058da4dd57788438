// in: a customer asks for deliveries (domain D.11)
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { toParcelChoice } from '../consignments/parcels.repository.js';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { DELIVERY_EXAMPLES, DeliveryDetail, DeliveryPage, ListDeliveriesDto, toDeliveryFilter } from './deliveries.dto.js';
import { DeliveriesService } from './deliveries.service.js';

@Controller('deliveries')
@NeedsScope('read')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'Deliveries, newest first',
    description: 'Pages are stable: new rows neither move nor repeat other rows. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: DeliveryPage, example: DELIVERY_EXAMPLES.page })
  list(@CallerParam() caller: Caller, @Query() query: ListDeliveriesDto): Promise<DeliveryPage> {
    return this.deliveries.list(toDeliveryFilter(caller.account, query), toParcelChoice(query));
  }

  @Get(':deliveryId')
  @ApiOperation({
    operationId: 'getDelivery',
    summary: 'One delivery with its attempts',
    description: 'Shows at most the newest 200 attempts.',
  })
  @ApiOkResponse({ description: 'The delivery.', type: DeliveryDetail, example: DELIVERY_EXAMPLES.detail })
  find(@CallerParam() caller: Caller, @UuidParam('deliveryId') deliveryId: string): Promise<DeliveryDetail> {
    return this.deliveries.find(caller.account, deliveryId);
  }
}
