import { Module } from '@nestjs/common';
import { ConsignmentsModule } from '../consignments/consignments.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ReceiverHealthModule } from '../receiver-health/receiver-health.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';

@Module({
  imports: [ConsignmentsModule, NotificationsModule, ReceiverHealthModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveriesRepository],
  exports: [DeliveriesService],
})
export class DeliveriesModule {}
