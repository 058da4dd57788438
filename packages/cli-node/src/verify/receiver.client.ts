import { readFileSync } from 'node:fs';
import { Agent as TcpAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { USER_AGENT } from '#libs/contracts';
import type { CheckArgs, PlannedPost, PostAnswer } from '#libs/receiver-check';
import { type Answered, type Asked, exchange, ExchangeFailure } from './exchange.client.js';
import { toFailed } from './failed-exchange.js';
import { printable } from './printable.js';

const MAX_ANSWER_BYTES = 64 * 1024;
const MASK = '***';

/** Makes practice POSTs to a receiver, with headers and limits like those of real ones. */
export class ReceiverClient {
  private readonly agents = new Map<string, TcpAgent>();
  private readonly ca: { readonly ca?: readonly string[] };
  private readonly url: URL;
  private readonly ownHeaders: Readonly<Record<string, string>>;

  /** @throws Error when the file of the authority cannot be read */
  constructor(private readonly args: CheckArgs) {
    this.url = new URL(args.url);
    this.ownHeaders = Object.fromEntries(Object.entries(args.headers).map(([name, secret]) => [name, secret.reveal()]));
    this.ca = args.caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(args.caFile, 'utf8')] };
  }

  async post({ headers, body }: PlannedPost): Promise<PostAnswer> {
    const startedAt = performance.now();
    const own = { ...headers, ...this.ownHeaders, 'user-agent': USER_AGENT };
    try {
      const { status, text } = await this.ask({ url: this.url, method: 'POST', headers: own, body });
      return { kind: 'answered', status, durationMs: performance.now() - startedAt, text: printable(this.masked(text)) };
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      return toFailed(error.cause, error.reached, this.args.timeoutMs);
    }
  }

  /** Asks for something of the receiver. Its credentials go to its own origin only. @throws Error with one sentence */
  async get(url: URL): Promise<Answered> {
    const own = url.origin === this.url.origin ? this.ownHeaders : {};
    try {
      return await this.ask({ url, method: 'GET', headers: { ...own, accept: 'application/json', 'user-agent': USER_AGENT }, body: '' });
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      throw new Error(toFailed(error.cause, error.reached, this.args.timeoutMs).detail, { cause: error });
    }
  }

  private async ask(asked: Pick<Asked, 'url' | 'method' | 'headers' | 'body'>): Promise<Answered> {
    const whole = { ...asked, agent: this.agentFor(asked.url), timeoutMs: this.args.timeoutMs, mostBytes: MAX_ANSWER_BYTES };
    try {
      return await exchange(whole);
    } catch (error) {
      if (error instanceof ExchangeFailure && error.isStaleConnection) return exchange(whole);
      throw error;
    }
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy();
  }

  /** Connections are kept: a server may close them between two POSTs. */
  private agentFor({ protocol }: URL): TcpAgent {
    const Agent = protocol === 'https:' ? TlsAgent : TcpAgent;
    const agent = this.agents.get(protocol) ?? new Agent({ keepAlive: true, maxSockets: 1, ...this.ca });
    this.agents.set(protocol, agent);
    return agent;
  }

  /** A receiver may repeat its credentials in the answer. */
  private masked(text: string): string {
    const headers = Object.values(this.ownHeaders);
    const secrets = [this.args.secret?.reveal() ?? '', ...headers, ...headers.map(passwordIn)];
    return secrets.filter((each) => each !== '').reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  }
}

/** Returns the password of HTTP Basic, or ''. */
function passwordIn(header: string): string {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(header) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(':').slice(1).join(':');
}
