import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ExplainController } from './explain.controller.js';
import { ExplainService } from './explain.service.js';
import { StoryRepository } from './story.repository.js';

@Module({
  imports: [DeliveriesModule],
  controllers: [ExplainController],
  providers: [ExplainService, StoryRepository],
})
export class ExplainModule {}
