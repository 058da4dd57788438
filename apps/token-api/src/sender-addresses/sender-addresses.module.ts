import { Module } from '@nestjs/common';
import { SenderAddressesController } from './sender-addresses.controller.js';

@Module({
  controllers: [SenderAddressesController],
})
export class SenderAddressesModule {}
