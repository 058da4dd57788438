// in: a browser asks for the page of the console, its scripts and its styles; no token is needed
import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { Public } from '../http/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { type ConsoleFile, ConsoleFiles } from './console-files.provider.js';
import { answerTo, cacheControlOf, consoleSecurity, contentTypeOf, toConsolePage } from './page.js';

/** The best encoding first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
const NONCE_BYTES = 18;
const NOT_BUILT =
  'The console is not built yet. `npm start` builds it after the first webhook; otherwise run `npm run build`. Then load this page again.';

@Controller()
@Public()
@ApiExcludeController()
export class ConsoleController {
  constructor(
    private readonly console: ConsoleFiles,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'consoleFrameAncestors'>,
  ) {}

  /** The redirect is relative, so that it works behind a proxy that adds a path. */
  @Get()
  root(@Res() response: Response): void {
    redirect(response, this.console.find() === undefined ? 'docs' : 'console/');
  }

  /** Express calls this for `/console/` too. */
  @Get('console')
  home(@Req() request: Request, @Res() response: Response): void {
    this.answer(request, response);
  }

  @Get('console/*path')
  below(@Req() request: Request, @Res() response: Response): void {
    this.answer(request, response);
  }

  private answer(request: Request, response: Response): void {
    const built = this.console.find();
    if (built === undefined) throw ApiError.of('notFound', { detail: NOT_BUILT });
    const answer = answerTo(request.path, built.files);
    switch (answer.kind) {
      case 'redirect':
        return redirect(response, 'console/');
      case 'page':
        return this.sendPage(response, { template: built.template, base: answer.base });
      case 'file':
        return this.sendFile(request, response, { name: answer.name, file: built.files.get(answer.name) });
      case 'nothing':
        throw ApiError.of('notFound');
    }
  }

  private sendPage(response: Response, { template, base }: { readonly template: string; readonly base: string }): void {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    response.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': consoleSecurity(nonce, this.config.consoleFrameAncestors),
    });
    response.send(toConsolePage(template, { nonce, base }));
  }

  private sendFile(
    request: Request,
    response: Response,
    { name, file }: { readonly name: string; readonly file?: ConsoleFile | undefined },
  ): void {
    const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each)) ?? 'identity';
    response.set({ 'Content-Type': contentTypeOf(name), 'Cache-Control': cacheControlOf(name), Vary: 'Accept-Encoding' });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(file?.[encoding]);
  }
}

function redirect(response: Response, location: string): void {
  response.status(302).set('Location', location).end();
}
