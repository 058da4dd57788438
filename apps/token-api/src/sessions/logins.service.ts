import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import { authenticationFailed, notAuthenticated } from '../auth/challenge.js';
import { type Credentials, readCredentials, toAccount } from '../auth/credentials.js';
import { FailedLogins } from '../auth/failed-logins.service.js';
import { RequestAllowance } from '../auth/request-allowance.service.js';
import { isSessionSecret, SECRET_BYTES, toSessionSecret } from '../auth/session-secret.js';
import { TokenUse } from '../auth/token-use.service.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import type { Login } from './login.js';
import type { OpenedSession } from './sessions.dto.js';
import { type InspectedLink, type NewSession, type OpenedRow, SessionsRepository } from './sessions.repository.js';

export interface LoginRequest {
  readonly login: Login;
  /** The address of the client. */
  readonly address: string;
  /** The secret of the session that the new session replaces. */
  readonly replaced: string | undefined;
  readonly requestId: string;
}

const NO_LINK = 'This link was used already or has expired: ask for a new link.';
const NO_FRAMES = 'No page may show the console in a frame here: the setting CONSOLE_FRAME_ANCESTORS is empty. Leave `embedded` out.';

/** Opens sessions. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly failedLogins: FailedLogins,
    private readonly allowance: RequestAllowance,
    private readonly tokenUse: TokenUse,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'consoleFrameAncestors'>,
  ) {}

  /** @throws ApiError permission_denied */
  refuseUnwantedFrame(isEmbedded: boolean): void {
    if (isEmbedded && this.config.consoleFrameAncestors.length === 0) throw ApiError.of('permissionDenied', { detail: NO_FRAMES });
  }

  /** The secret is always new, so a session that an attacker planted in the browser never becomes the customer's (session fixation). */
  async open(request: LoginRequest): Promise<{ secret: string; session: OpenedSession }> {
    const secret = toSessionSecret(randomBytes(SECRET_BYTES));
    const sessionId = randomUUID();
    const opened = await this.sessions.open({ ...request, sessionId, secret, by: await this.grantOf(request) });
    if (!opened) return this.refuse(request, NO_LINK);
    const session = toView(opened, { sessionId, ...(await this.sessions.describe(opened.tokenId, sessionId)) });
    const { account, scope, openedBy } = session;
    this.logger.info('session.opened', { account, sessionId, scope, openedBy, tokenId: opened.tokenId });
    return { secret, session };
  }

  /** Returns the account and scope of a link, for a page that asks before it uses the link. A wrong code is slowed down like a wrong login. */
  async inspect(code: string, address: string): Promise<InspectedLink> {
    const link = isSessionSecret(code) ? await this.sessions.inspectLink(code) : undefined;
    return link ?? this.refuse({ login: { kind: 'link', code }, address }, NO_LINK);
  }

  private async grantOf(request: LoginRequest): Promise<NewSession['by']> {
    const { login } = request;
    if (login.kind === 'link') return isSessionSecret(login.code) ? { code: login.code } : this.refuse(request, NO_LINK);
    const credentials = readCredentials(login.user, login.token);
    if (credentials.kind === 'absent') throw notAuthenticated();
    return (await this.grantByToken(credentials)) ?? this.refuse(request);
  }

  private async grantByToken(credentials: Exclude<Credentials, { kind: 'absent' }>): Promise<NewSession['by'] | undefined> {
    if (credentials.kind === 'impossible') return undefined;
    const { account, secret } = credentials;
    const token = await this.tokens.findActive(account, secret);
    if (!token) return undefined;
    await this.allowance.take(token.tokenId);
    this.tokenUse.note(token);
    return { account, tokenId: token.tokenId, scope: token.scope, linkId: null };
  }

  private async refuse({ login, address }: Pick<LoginRequest, 'login' | 'address'>, detail?: string): Promise<never> {
    const user = login.kind === 'token' ? login.user : undefined;
    await this.failedLogins.slowDown({ address, account: toAccount(user ?? '') });
    throw authenticationFailed(detail);
  }
}

interface Facts {
  readonly sessionId: string;
  readonly accountName: string;
  readonly timeZone: string | null;
  readonly note: string;
}

const toView = (
  { account, scope, linkId, createdAt, expiresAt }: OpenedRow,
  { sessionId, accountName, timeZone, note }: Facts,
): OpenedSession => ({
  sessionId,
  account,
  accountName,
  timeZone,
  scope,
  openedBy: linkId === null ? 'token' : 'link',
  note,
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
});
