// Calls an installed system as a customer would: creates a receiver, sends a test webhook and checks its delivery.
import { randomBytes } from 'node:crypto';
import { type ApiCall, apiCaller } from '#libs/command-line';
import { ApiTokenEntity } from '#libs/persistence';
import type { DataSource } from 'typeorm';
import { requireAccount } from '../accounts/accounts.repository.js';
import { SECRET_BYTES, toTokenSecret } from '../tokens/token-secret.js';
import { TokensRepository } from '../tokens/tokens.repository.js';

const BY = { command: 'installation:check' };
const NOTE = 'installation:check';
/** A name that never resolves (RFC 6761). The recorded DNS failure proves every step of a webhook but the POST. */
const NO_RECEIVER = 'https://receiver.invalid/';

export interface InstallationCheck {
  /** The base address of token-api, without a final slash. */
  readonly api: string;
  readonly user: number;
  /** The HTTPS URL that gets a webhook; undefined = no webhook is sent. */
  readonly receiver: string | undefined;
  /** True when an unknown account may be created. */
  readonly createAccount: boolean;
}

interface Delivery {
  readonly status: string;
  readonly attempts: readonly { readonly outcome: string; readonly httpStatus: number | null; readonly detail: string | null }[];
}

/**
 * Checks token → receiver → test event → topic → webhook-sender → POST → table → answer. Leaves only entries in the audit log.
 * @returns one line for each check that passed
 * @throws Error that says which step failed, and how
 */
export async function checkInstallation(
  { api, user, receiver, createAccount }: InstallationCheck,
  database: DataSource,
): Promise<string[]> {
  await requireAccount(database, user, createAccount);
  const [tokens, token] = [new TokensRepository(database.getRepository(ApiTokenEntity)), toTokenSecret(randomBytes(SECRET_BYTES))];
  const { tokenId } = await tokens.create({ account: user, secret: token, scope: 'write', note: NOTE, by: BY });
  try {
    return [`ok  a token was created, and ${api} accepts it`, await checkDelivery(apiCaller({ api, user, token }), receiver)];
  } finally {
    await tokens.revoke({ account: user, tokenId, by: BY });
  }
}

async function checkDelivery(call: ApiCall, receiver: string | undefined): Promise<string> {
  const { receiverId } = await call<{ receiverId: string }>('POST', '/receivers', {
    url: receiver ?? NO_RECEIVER,
    events: ['onDelivered'],
  });
  try {
    const delivery = await call<Delivery>('POST', `/receivers/${receiverId}/test`, { event: 'onDelivered' });
    return receiver === undefined ? judgeWithoutReceiver(delivery) : judge(delivery, receiver);
  } finally {
    await call('DELETE', `/receivers/${receiverId}`);
  }
}

function judge({ status, attempts }: Delivery, receiver: string): string {
  const [attempt] = attempts;
  if (status === 'delivered') return `ok  a test webhook was sent to ${receiver}, which answered ${attempt?.httpStatus}`;
  if (!attempt) throw new Error('webhook-sender made no attempt: is it running, and does it reach the brokers?');
  throw new Error(`the webhook to ${receiver} ended with ${attempt.outcome} ${attempt.httpStatus ?? ''}: ${attempt.detail ?? 'no detail'}`);
}

function judgeWithoutReceiver({ attempts: [attempt] }: Delivery): string {
  if (!attempt) throw new Error('webhook-sender made no attempt: is it running, and does it reach the brokers?');
  if (attempt.outcome !== 'dns') throw new Error(`an attempt to reach ${NO_RECEIVER} ended with ${attempt.outcome}: ${attempt.detail}`);
  return `ok  webhook-sender made and recorded an attempt. No webhook has left the system yet: name a receiver with --receiver URL`;
}
