import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ReceiversModule } from '../receivers/receivers.module.js';
import { MissingRepository } from './missing.repository.js';
import { RedeliveriesController } from './redeliveries.controller.js';
import { RedeliveriesJob } from './redeliveries.job.js';
import { RedeliveriesRepository } from './redeliveries.repository.js';
import { RedeliveriesService } from './redeliveries.service.js';
import { RoundsRepository } from './rounds.repository.js';

@Module({
  imports: [ReceiversModule, MessagesModule],
  controllers: [RedeliveriesController],
  providers: [RedeliveriesService, RedeliveriesRepository, RoundsRepository, MissingRepository, RedeliveriesJob],
  exports: [RedeliveriesService],
})
export class RedeliveriesModule {}
