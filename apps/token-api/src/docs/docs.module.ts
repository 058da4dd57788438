import { Module } from '@nestjs/common';
import { ApiDocument, DocsController } from './docs.controller.js';

@Module({ controllers: [DocsController], providers: [ApiDocument] })
export class DocsModule {}
