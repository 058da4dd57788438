import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import { deniedText, includesScope } from '../auth/scope.guard.js';
import { SECRET_BYTES, toSessionSecret } from '../auth/session-secret.js';
import type { Caller } from '../http/access.decorator.js';
import { type CreateSessionLinkDto, type NewSessionLink, USUAL_SECONDS } from './session-links.dto.js';
import { SessionLinksRepository } from './session-links.repository.js';
import type { CurrentSession, Sessions } from './sessions.dto.js';
import { SessionsRepository } from './sessions.repository.js';

const NO_LINKS = 'A link opened this session, and such a session cannot create links. Log in with a token.';
const NO_SESSION = 'This request has the headers `user` and `token`, and no session.';

/** Lists, creates and ends the sessions and links of an account. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: SessionLinksRepository,
    private readonly logger: Logger,
  ) {}

  async list({ account, session: own }: Caller): Promise<Sessions> {
    const [sessions, links] = await Promise.all([this.sessions.list(account), this.links.list(account)]);
    return {
      sessions: sessions.map((row) => ({
        ...withTimes(row),
        openedBy: row.linkId === null ? 'token' : 'link',
        isCurrent: row.sessionId === own?.sessionId,
      })),
      links: links.map(withTimes),
    };
  }

  async current({ account, scope, tokenId, session }: Caller): Promise<CurrentSession> {
    const { accountName, timeZone, note, expiresAt, createdAt } = await this.sessions.describe(tokenId, session?.sessionId);
    return {
      sessionId: session?.sessionId ?? null,
      account,
      accountName,
      timeZone,
      scope,
      openedBy: session?.openedBy ?? 'headers',
      note,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt?.toISOString() ?? null,
    };
  }

  /** @throws ApiError not_found when no session makes the request */
  async endCurrent(caller: Caller): Promise<void> {
    if (!caller.session) throw ApiError.of('notFound', { detail: NO_SESSION });
    await this.end(caller, caller.session.sessionId);
  }

  /** @throws ApiError not_found when the account has no such session */
  async end(caller: Caller, sessionId: string): Promise<void> {
    const found = await this.sessions.end(caller.account, sessionId, caller);
    if (found === 'unknown') throw ApiError.of('notFound', { attr: 'sessionId' });
    if (found === 'ended') this.log('session.ended', caller, { sessionId });
  }

  /** @throws ApiError permission_denied when the scope is above the caller's, or when a link opened the caller's session */
  async createLink(caller: Caller, { scope, note = '', expiresInSeconds = USUAL_SECONDS }: CreateSessionLinkDto): Promise<NewSessionLink> {
    if (caller.session?.openedBy === 'link') throw ApiError.of('permissionDenied', { detail: NO_LINKS });
    if (!includesScope(caller.scope, scope)) throw ApiError.of('permissionDenied', { detail: deniedText(scope, caller.scope) });
    const code = toSessionSecret(randomBytes(SECRET_BYTES));
    const linkId = randomUUID();
    const { account, tokenId } = caller;
    const { expiresAt } = await this.links.create({ linkId, code, account, tokenId, scope, note, expiresInSeconds, by: caller });
    this.log('session.linkCreated', caller, { linkId, scope });
    return { linkId, code, path: `/console/#code=${code}`, scope, expiresAt: expiresAt.toISOString() };
  }

  /** @throws ApiError not_found when the account has no such link */
  async endLink(caller: Caller, linkId: string): Promise<void> {
    const found = await this.links.end(caller.account, linkId, caller);
    if (found === 'unknown') throw ApiError.of('notFound', { attr: 'linkId' });
    if (found === 'ended') this.log('session.linkEnded', caller, { linkId });
  }

  private log(event: string, { account, tokenId, session }: Caller, fields: object): void {
    this.logger.info(event, { account, ...fields, byTokenId: tokenId, ...(session && { bySessionId: session.sessionId }) });
  }
}

interface Times {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const withTimes = <T extends Times>(row: T): Omit<T, keyof Times> & { createdAt: string; expiresAt: string } => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
