import { Module } from '@nestjs/common';
import { MessageAllowance } from './message-allowance.service.js';
import { MessagesPublisher } from './messages.publisher.js';

/** What accounts send in, and where it goes. */
@Module({
  providers: [MessagesPublisher, MessageAllowance],
  exports: [MessagesPublisher, MessageAllowance],
})
export class MessagesModule {}
