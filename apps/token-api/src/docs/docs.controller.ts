// in: requests for the description of the API: a document for programs and a page for people. No token is needed (domain D.11).
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Header, type INestApplication, Injectable, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { Public } from '../http/access.decorator.js';
import { createOpenApi } from '../openapi/openapi.setup.js';
import { PAGE_SECURITY, pageScript, toPage } from './page.js';
import { REFERENCE_LIBRARY } from './reference-library.provider.js';
import { webhooksOf } from './webhooks.js';

/** Holds the OpenAPI document as it is sent. */
@Injectable()
export class ApiDocument {
  private bytes = Buffer.alloc(0);

  /** Reads the decorators of all routes, once, before the app listens. @throws Error that names a route without a description */
  describe(app: INestApplication): void {
    this.bytes = Buffer.from(JSON.stringify(createOpenApi(app, webhooksOf())));
  }

  get json(): Buffer {
    return this.bytes;
  }
}

/** A script of the page, and how long a browser may keep it. */
interface PageScript {
  readonly cache: string;
  readonly load: () => Promise<Buffer>;
}

interface LoadedScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const toGzip = promisify(gzip);
const PAGE = toPage(REFERENCE_LIBRARY.file);

/** The page loads everything from this service, so that it also works without the internet. */
const SCRIPTS: Readonly<Record<string, PageScript>> = {
  'page.js': { cache: 'public, max-age=3600', load: () => Promise.resolve(Buffer.from(pageScript())) },
  [REFERENCE_LIBRARY.file]: { cache: 'public, max-age=31536000, immutable', load: REFERENCE_LIBRARY.load },
};

async function loadScript({ load }: PageScript): Promise<LoadedScript> {
  const plain = await load();
  return { plain, gzipped: await toGzip(plain) };
}

@Controller()
@Public()
export class DocsController {
  /**
   * Each script is read and compressed once, and all answers share its bytes: requests need no token, and the largest script has five
   * megabytes.
   */
  private readonly loaded: Record<string, Promise<LoadedScript>> = {};

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
  @ApiOperation({ operationId: 'getDocs', summary: 'API reference', description: 'A page for people; it loads nothing from other hosts.' })
  @ApiOkResponse({ description: 'HTML.', schema: { type: 'string' } })
  @ApiProduces('text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }

  @Get('docs/:file')
  @ApiExcludeEndpoint()
  async file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined;
    if (!script) throw ApiError.of('notFound');
    const { plain, gzipped } = await (this.loaded[name] ??= loadScript(script));
    const isGzip = request.acceptsEncodings('gzip') === 'gzip';
    response.set({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': script.cache, Vary: 'Accept-Encoding' });
    if (isGzip) response.set('Content-Encoding', 'gzip');
    response.send(isGzip ? gzipped : plain);
  }
}
