// in: whoever wants to know the API: as a document for programs, as a page for people; no token (domain D.11)
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Controller, Get, Header, type INestApplication, Injectable, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiError } from '#libs/errors';
import type { Response } from 'express';
import { Public } from '../auth/access.decorator.js';
import { createOpenApi } from '../openapi/openapi.setup.js';
import { PAGE, PAGE_SCRIPT, PAGE_SECURITY } from './page.js';

/** The OpenAPI document as it is answered. */
@Injectable()
export class ApiDocument {
  private bytes = Buffer.alloc(0);

  /** Reads the decorators of all routes, once, before the app listens. @throws Error naming a route that nobody has described */
  describe(app: INestApplication): void {
    this.bytes = Buffer.from(JSON.stringify(createOpenApi(app)));
  }

  get json(): Buffer {
    return this.bytes;
  }
}

const PACKAGE = 'swagger-ui-dist';
const { resolve } = createRequire(import.meta.url);

interface PageFile {
  readonly type: string;
  readonly load: () => Promise<string | Buffer>;
}

/** All that the page asks for comes from here: nothing of another host, so that it also works where there is none. */
const FILES: Readonly<Record<string, PageFile>> = {
  'page.js': { type: 'text/javascript', load: () => Promise.resolve(PAGE_SCRIPT) },
  'swagger-ui.css': { type: 'text/css', load: () => readFile(resolve(`${PACKAGE}/swagger-ui.css`)) },
  'swagger-ui-bundle.js': { type: 'text/javascript', load: () => readFile(resolve(`${PACKAGE}/swagger-ui-bundle.js`)) },
};

@Controller()
@Public()
export class DocsController {
  /** Read once: anybody may ask, without a token, as often as he likes, and the largest has more than a megabyte. All their answers share the bytes. */
  private readonly loaded: Record<string, Promise<string | Buffer>> = {};

  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @ApiOperation({
    operationId: 'getOpenApi',
    summary: 'The OpenAPI document',
    description: 'For programs: client generators, validators, gateways.',
  })
  @ApiOkResponse({ description: 'OpenAPI 3.1.', schema: { type: 'object', required: ['openapi', 'paths'] } })
  openapi(@Res() response: Response): void {
    response.set('Content-Type', 'application/json; charset=utf-8').send(this.document.json);
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_SECURITY)
  @ApiOperation({ operationId: 'getDocs', summary: 'API reference', description: 'For people. It loads nothing from any other host.' })
  @ApiOkResponse({ description: 'HTML.', schema: { type: 'string' } })
  @ApiProduces('text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }

  @Get('docs/:file')
  @ApiExcludeEndpoint()
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (!file) throw ApiError.of('notFound');
    response.set({ 'Content-Type': `${file.type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' });
    response.send(await (this.loaded[name] ??= file.load()));
  }
}
