import { type DynamicModule, Module } from '@nestjs/common';
import { DocsController, OPENAPI_DOCUMENT } from './docs.controller.js';

@Module({ controllers: [DocsController] })
export class DocsModule {
  /** @param toDocument makes the document once, at the start */
  static forRoot(toDocument: () => Buffer): DynamicModule {
    const useFactory = (): (() => Buffer) => {
      const document = toDocument();
      return () => document;
    };
    return { module: DocsModule, providers: [{ provide: OPENAPI_DOCUMENT, useFactory }] };
  }
}
