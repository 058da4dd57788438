import { Module } from '@nestjs/common';
import { CircuitsRepository } from './circuits.repository.js';
import { ReceiverHealthRepository } from './receiver-health.repository.js';
import { ReceiverHealthService } from './receiver-health.service.js';

@Module({
  providers: [ReceiverHealthService, ReceiverHealthRepository, CircuitsRepository],
  exports: [ReceiverHealthService, CircuitsRepository],
})
export class ReceiverHealthModule {}
