// in: a customer asking where a webhook is (domain D.11)
import { Controller, Get, Query } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { UuidParam } from '../http/uuid-param.decorator.js';
import { Describe } from '../openapi/describe.decorator.js';
import { toParcelName } from '../paging/parcel-name.js';
import { ListDeliveriesDto } from './deliveries.dto.js';
import { DeliveriesService, type DeliveryDetail, type DeliveryPage } from './deliveries.service.js';
import { DELIVERY_DETAIL, DELIVERY_EXAMPLES, DELIVERY_PAGE } from './delivery-schemas.js';
import { toDeliveryFilter } from './delivery-filter.js';

@Controller('deliveries')
@NeedsScope('read')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @Describe({
    id: 'listDeliveries',
    summary: 'Deliveries, newest first',
    description:
      'Pages are stable: rows that are inserted meanwhile neither move nor double others. Unknown parameters are refused by name.',
    answer: { description: 'One page.', schema: DELIVERY_PAGE, example: DELIVERY_EXAMPLES.page },
  })
  list(@CallerParam() caller: Caller, @Query() query: ListDeliveriesDto): Promise<DeliveryPage> {
    return this.deliveries.list(toDeliveryFilter(caller.account, query), toParcelName(query));
  }

  @Get(':deliveryId')
  @Describe({
    id: 'findDelivery',
    summary: 'One delivery with every POST made for it',
    description: 'Shows at most the newest 200 attempts.',
    answer: { description: 'The delivery.', schema: DELIVERY_DETAIL, example: DELIVERY_EXAMPLES.detail },
  })
  find(@CallerParam() caller: Caller, @UuidParam('deliveryId') deliveryId: string): Promise<DeliveryDetail> {
    return this.deliveries.find(caller.account, deliveryId);
  }
}
