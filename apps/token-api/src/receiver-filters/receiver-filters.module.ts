import { Module } from '@nestjs/common';
import { ReceiverFiltersController } from './receiver-filters.controller.js';
import { ReceiverFiltersRepository } from './receiver-filters.repository.js';
import { ReceiverFiltersService } from './receiver-filters.service.js';

@Module({ controllers: [ReceiverFiltersController], providers: [ReceiverFiltersService, ReceiverFiltersRepository] })
export class ReceiverFiltersModule {}
