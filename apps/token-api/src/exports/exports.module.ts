import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit/audit-log.module.js';
import { ConsignmentsModule } from '../consignments/consignments.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ReceiversModule } from '../receivers/receivers.module.js';
import { RedeliveriesModule } from '../redeliveries/redeliveries.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [DeliveriesModule, ConsignmentsModule, ReceiversModule, RedeliveriesModule, AuditLogModule],
  controllers: [ExportsController],
  providers: [ExportsService],
})
export class ExportsModule {}
