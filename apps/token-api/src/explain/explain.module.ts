import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ExplainController } from './explain.controller.js';
import { ExplainService } from './explain.service.js';
import { HistoryRepository } from './parcel-history.repository.js';

@Module({
  imports: [DeliveriesModule],
  controllers: [ExplainController],
  providers: [ExplainService, HistoryRepository],
})
export class ExplainModule {}
