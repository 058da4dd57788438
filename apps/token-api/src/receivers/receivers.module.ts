import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeyChecks } from '#libs/client-keys';
import { DnsResolver } from '#libs/egress';
import { ReceiverEntity } from '#libs/persistence';
import { CircuitsRepository } from './circuits.repository.js';
import { ReceiverAddressClient } from './receiver-address.client.js';
import { ReceiverHealthRepository } from './receiver-health.repository.js';
import { ReceiverHealthService } from './receiver-health.service.js';
import { ReceiverCredentials, ReceiversService } from './receivers.service.js';
import { ReceiversController } from './receivers.controller.js';
import { ReceiversRepository } from './receivers.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReceiverEntity])],
  controllers: [ReceiversController],
  providers: [
    ReceiversService,
    ReceiversRepository,
    CircuitsRepository,
    KeyChecks,
    ReceiverAddressClient,
    DnsResolver,
    ReceiverCredentials,
    ReceiverHealthRepository,
    ReceiverHealthService,
  ],
  exports: [ReceiversRepository, ReceiversService, CircuitsRepository],
})
export class ReceiversModule {}
