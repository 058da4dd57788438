// in: a customer asking where a webhook is (domain D.11)
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { UuidParam } from '../http/uuid-param.decorator.js';
import { ListDeliveriesDto } from './deliveries.dto.js';
import { DeliveriesService, type DeliveryDetail, type DeliveryPage } from './deliveries.service.js';
import { toDeliveryFilter } from './delivery-filter.js';

@Controller('deliveries')
@NeedsScope('read')
export class DeliveriesController {
  constructor(@Inject(DeliveriesService) private readonly deliveries: DeliveriesService) {}

  @Get()
  list(@CallerParam() caller: Caller, @Query() query: ListDeliveriesDto): Promise<DeliveryPage> {
    return this.deliveries.list(toDeliveryFilter(caller.account, query));
  }

  @Get(':deliveryId')
  find(@CallerParam() caller: Caller, @UuidParam('deliveryId') deliveryId: string): Promise<DeliveryDetail> {
    return this.deliveries.find(caller.account, deliveryId);
  }
}
