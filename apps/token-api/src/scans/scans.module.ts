import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ScansController } from './scans.controller.js';

@Module({
  imports: [MessagesModule],
  controllers: [ScansController],
})
export class ScansModule {}
