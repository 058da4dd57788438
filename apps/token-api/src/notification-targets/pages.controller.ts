// in: a person who opens the link of a mail; no token is needed, because the link holds a secret
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import type { Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { sourceOf } from '../auth/failed-logins.service.js';
import { IgnoresBody, Public } from '../http/access.decorator.js';
import { clientAddress } from '../http/client-address.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { PagesService } from './pages.service.js';
import { type MailPage, PAGE_SECURITY, PAGES, toPageHtml } from './pages.js';

/** A person opens a page and presses a button. Guessing a secret would take longer than the universe, but it must not cost anything. */
const PER_MINUTE = 60;

@Controller('mail')
@Public()
@IgnoresBody()
@ApiExcludeController()
export class PagesController {
  private readonly limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 });

  constructor(
    private readonly pages: PagesService,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'trustedProxies'>,
  ) {}

  @Get('confirmations/:confirmationId/:secret')
  confirmation(
    @Param('confirmationId') id: string,
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, () => this.pages.confirmation(id, secret));
  }

  @Post('confirmations/:confirmationId/:secret/:choice')
  choose(
    @Param('confirmationId') id: string,
    @Param('secret') secret: string,
    @Param('choice') choice: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, () => this.pages.choose(id, secret, choice));
  }

  @Get('unsubscriptions/:targetId/:secret')
  unsubscription(
    @Param('targetId') id: string,
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, () => this.pages.unsubscription(id, secret));
  }

  /** Mail programs send this POST themselves (RFC 8058). */
  @Post('unsubscriptions/:targetId/:secret')
  unsubscribe(
    @Param('targetId') id: string,
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(request, response, () => this.pages.unsubscribe(id, secret));
  }

  private async answer(request: Request, response: Response, pageOf: () => Promise<MailPage>): Promise<void> {
    const page = (await this.mayAsk(request)) ? await pageOf().catch((error: unknown) => this.unavailable(error)) : PAGES.tooMany;
    response.status(page.status).set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_SECURITY });
    response.send(toPageHtml(page));
  }

  private mayAsk({ socket, headers }: Request): Promise<boolean> {
    const address = clientAddress({ peer: socket.remoteAddress ?? '', headers }, this.config.trustedProxies);
    return this.limiter.consume(sourceOf(address)).then(
      () => true,
      () => false,
    );
  }

  private unavailable(error: unknown): MailPage {
    this.logger.few('error', `mail page ${String(error)}`, 'mail.pageFailed', errorFields(error));
    return PAGES.unavailable;
  }
}
