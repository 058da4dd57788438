import { Module } from '@nestjs/common';
import { ConsignmentsModule } from '../consignments/consignments.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { EventsController } from './events.controller.js';
import { EventWalkRepository } from './event-walk.repository.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Module({
  imports: [ConsignmentsModule, DeliveriesModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository, EventWalkRepository],
})
export class EventsModule {}
