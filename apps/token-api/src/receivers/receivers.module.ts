import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeyChecks } from '#libs/client-keys';
import { DnsResolver } from '#libs/egress';
import { ReceiverEntity } from '#libs/persistence';
import { ReceiverHealthModule } from '../receiver-health/receiver-health.module.js';
import { ReceiverAddressClient } from './receiver-address.client.js';
import { ReceiversController } from './receivers.controller.js';
import { ReceiversRepository } from './receivers.repository.js';
import { ReceiverCredentials, ReceiversService } from './receivers.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReceiverEntity]), ReceiverHealthModule],
  controllers: [ReceiversController],
  providers: [ReceiversService, ReceiversRepository, KeyChecks, ReceiverAddressClient, DnsResolver, ReceiverCredentials],
  exports: [ReceiversRepository, ReceiversService],
})
export class ReceiversModule {}
