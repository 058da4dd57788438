import type { TokenScope } from '#libs/contracts';

/** Who makes this request: the account of the `user` header, by one of its tokens. */
export interface Caller {
  readonly account: number;
  readonly tokenId: number;
  readonly scope: TokenScope;
  /** The answer's `X-Request-Id`, for the audit log. */
  readonly requestId: string;
}
