import { Module } from '@nestjs/common';
import { ApiDocument } from './api-document.service.js';
import { DocsController } from './docs.controller.js';

@Module({ controllers: [DocsController], providers: [ApiDocument] })
export class DocsModule {}
