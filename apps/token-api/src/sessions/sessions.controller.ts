// in: a person at a browser, who logs in by a token or a link
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { CONFIG } from '#libs/config';
import type { Request, Response } from 'express';
import { LogsIn } from '../auth/own-pages.guard.js';
import { placeOf, replacedSecret, toSetCookie } from '../auth/session-cookie.js';
import { type Caller, CallerParam, NeedsScope, Public } from '../http/access.decorator.js';
import { clientAddress } from '../http/client-address.js';
import { UuidParam } from '../http/params.decorator.js';
import { requestIdOf } from '../http/request-gate.middleware.js';
import { Fails } from '../openapi/fails.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { toLogin } from './login.js';
import { LoginsService } from './logins.service.js';
import {
  CreateSessionLinkDto,
  InspectedSessionLink,
  InspectSessionLinkDto,
  NewSessionLink,
  SESSION_LINK_EXAMPLES,
} from './session-links.dto.js';
import { CurrentSession, OpenedSession, OpenSessionDto, SESSION_EXAMPLES, Sessions } from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';

@Controller('sessions')
export class SessionsController {
  constructor(
    private readonly logins: LoginsService,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'trustedProxies'>,
  ) {}

  @Post()
  @Public()
  @LogsIn()
  @ApiOperation({
    operationId: 'openSession',
    summary: 'Log in a person at a browser',
    description:
      'The credentials are `user` and `token`, in the body or in the headers, or the `code` of a link. The answer sets a cookie that lasts 8 hours; the session has the scope of the token or link. If the request carries the cookie of a session, that session ends. The body may have up to 16 KiB. 403 for a page of another site, and for `embedded` if no page may show the console in a frame. 409 when the account has 1000 open sessions. Unknown fields are refused by name.',
  })
  @ApiBody({
    type: OpenSessionDto,
    examples: {
      headers: { value: {} },
      token: { value: { user: '1', token: 'example-not-a-token' } },
      link: { value: { code: 'example-not-a-code' } },
    },
  })
  @ApiCreatedResponse({ description: 'The session; its secret is in the cookie.', type: OpenedSession, example: SESSION_EXAMPLES.opened })
  @Fails('notAuthenticated', 'authenticationFailed', 'permissionDenied', 'conflict', 'throttled', 'unavailable')
  async open(
    @Body() body: OpenSessionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OpenedSession> {
    const place = { host: request.headers.host, isEmbedded: body.embedded === true };
    this.logins.refuseUnwantedFrame(place.isEmbedded);
    const { secret, session } = await this.logins.open({
      login: toLogin(body, { user: request.get('user'), token: request.get('token') }),
      address: this.addressOf(request),
      replaced: replacedSecret(place, request.headers.cookie),
      requestId: requestIdOf(response),
    });
    response.append('Set-Cookie', toSetCookie(place, secret));
    return session;
  }

  @Get()
  @NeedsScope('generate')
  @ApiOperation({
    operationId: 'listSessions',
    summary: 'Open sessions and links of the account',
    description: 'All sessions and links in one answer, newest first, without secrets.',
  })
  @ApiOkResponse({ description: 'At most 1000 sessions and 1000 links.', type: Sessions, example: SESSION_EXAMPLES.list })
  list(@CallerParam() caller: Caller): Promise<Sessions> {
    return this.sessions.list(caller);
  }

  @Get('current')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'getCurrentSession',
    summary: 'The caller of this request',
    description: 'With the headers `user` and `token` there is no session: `openedBy` is `headers`.',
  })
  @ApiOkResponse({ description: 'The caller.', type: CurrentSession, example: SESSION_EXAMPLES.opened })
  current(@CallerParam() caller: Caller): Promise<CurrentSession> {
    return this.sessions.current(caller);
  }

  @Delete('current')
  @HttpCode(204)
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'endCurrentSession',
    summary: 'Log out',
    description: 'Ends the session of this request and clears its cookie. 404 with the headers `user` and `token`.',
  })
  @ApiNoContentResponse({ description: 'The session has ended.' })
  @Fails('notFound')
  async endCurrent(
    @CallerParam() caller: Caller,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endCurrent(caller);
    response.append('Set-Cookie', toSetCookie(placeOf(headers), ''));
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @NeedsScope('generate')
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Takes effect at once. Ending a session twice is no error.',
  })
  @ApiNoContentResponse({ description: 'The session has ended.' })
  end(@CallerParam() caller: Caller, @UuidParam('sessionId') sessionId: string): Promise<void> {
    return this.sessions.end(caller, sessionId);
  }

  @Post('links')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'createSessionLink',
    summary: 'Create a link that opens one session',
    description:
      'For a person without a token, or for your portal. The link works once, before it expires, and only while its token is active. 403 when the scope is above yours, or when a link opened your own session. 409 when the account has 1000 links that still work. Unknown fields are refused by name.',
  })
  @ApiBody({
    type: CreateSessionLinkDto,
    examples: { look: { value: { scope: 'read' } }, full: { value: { scope: 'write', expiresInSeconds: 60, note: 'support' } } },
  })
  @ApiCreatedResponse({
    description: 'The link; only this answer shows its code.',
    type: NewSessionLink,
    example: SESSION_LINK_EXAMPLES.created,
  })
  @Fails('conflict')
  createLink(@CallerParam() caller: Caller, @Body() body: CreateSessionLinkDto): Promise<NewSessionLink> {
    return this.sessions.createLink(caller, body);
  }

  @Post('links/inspect')
  @HttpCode(200)
  @Public()
  @LogsIn()
  @ApiOperation({
    operationId: 'inspectSessionLink',
    summary: 'The account that a link opens',
    description:
      'For a page that asks before it replaces a session. The link is not used up. 401 for a code that opens no session, 403 for a page of another site. The body may have up to 16 KiB. Unknown fields are refused by name.',
  })
  @ApiBody({ type: InspectSessionLinkDto, examples: { code: { value: { code: 'example-not-a-code' } } } })
  @ApiOkResponse({
    description: 'The session that `POST /sessions` would open.',
    type: InspectedSessionLink,
    example: SESSION_LINK_EXAMPLES.inspected,
  })
  @Fails('authenticationFailed', 'permissionDenied', 'unavailable')
  async inspectLink(@Body() { code }: InspectSessionLinkDto, @Req() request: Request): Promise<InspectedSessionLink> {
    const { expiresAt, ...link } = await this.logins.inspect(code, this.addressOf(request));
    return { ...link, expiresAt: expiresAt.toISOString() };
  }

  @Delete('links/:linkId')
  @HttpCode(204)
  @NeedsScope('generate')
  @ApiOperation({
    operationId: 'endSessionLink',
    summary: 'End a link',
    description: 'The link no longer opens a session; a session that it has opened continues. Ending a link twice is no error.',
  })
  @ApiNoContentResponse({ description: 'The link has ended.' })
  endLink(@CallerParam() caller: Caller, @UuidParam('linkId') linkId: string): Promise<void> {
    return this.sessions.endLink(caller, linkId);
  }

  private addressOf({ socket, headers }: Request): string {
    return clientAddress({ peer: socket.remoteAddress ?? '', headers }, this.config.trustedProxies);
  }
}
