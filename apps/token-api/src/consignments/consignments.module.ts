import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ConsignmentsController } from './consignments.controller.js';
import { ConsignmentListRepository } from './consignment-list.repository.js';
import { ConsignmentsRepository } from './consignments.repository.js';
import { ConsignmentsService } from './consignments.service.js';
import { ParcelsRepository } from './parcels.repository.js';

@Module({
  imports: [MessagesModule],
  controllers: [ConsignmentsController],
  providers: [ConsignmentsService, ConsignmentsRepository, ConsignmentListRepository, ParcelsRepository],
  exports: [ParcelsRepository, ConsignmentsService],
})
export class ConsignmentsModule {}
