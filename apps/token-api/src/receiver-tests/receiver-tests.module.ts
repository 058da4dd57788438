import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ReceiversModule } from '../receivers/receivers.module.js';
import { ReceiverTestController } from './receiver-test.controller.js';
import { ReceiverTestRepository } from './receiver-test.repository.js';
import { ReceiverTestService } from './receiver-test.service.js';

@Module({
  imports: [ReceiversModule, DeliveriesModule, MessagesModule],
  controllers: [ReceiverTestController],
  providers: [ReceiverTestService, ReceiverTestRepository],
})
export class ReceiverTestsModule {}
