import { Module } from '@nestjs/common';
import { MessageAllowance } from './message-allowance.service.js';
import { MessagesPublisher } from './messages.publisher.js';

/** Publishes to the topics, and limits the messages of each account. */
@Module({
  providers: [MessagesPublisher, MessageAllowance],
  exports: [MessagesPublisher, MessageAllowance],
})
export class MessagesModule {}
