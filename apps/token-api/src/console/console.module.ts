import { Module } from '@nestjs/common';
import { ConsoleFiles } from './console-files.provider.js';
import { ConsoleController } from './console.controller.js';

@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsoleModule {}
