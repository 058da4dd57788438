import type { BenchApp, BenchStack } from './bench-stack.js';
import type { Drained } from './held-load.js';
import { measureParts } from './resources.js';

const AT_ONCE = 16;
/** A route that most integrators and the console call. */
const PATH = '/deliveries';

export interface Requests {
  readonly account: number;
  readonly token: string;
  readonly count: number;
}

/** @returns a token of the account that may read */
export async function readToken(stack: BenchStack, account: number): Promise<string> {
  const output = await stack.runCommand('token:create', ['--user', String(account), '--scope', 'read', '--create-account']);
  return (JSON.parse(output) as { token: string }).token;
}

/** Asks the processes of token-api in turn, sixteen requests at a time for each. */
export async function ask(stack: BenchStack, apis: readonly BenchApp[], { account, token, count }: Requests): Promise<Drained> {
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (next < count) {
      const { url } = apis[next++ % apis.length]!;
      const answer = await fetch(url + PATH, { headers: { user: String(account), token } });
      if (answer.status !== 200) throw new Error(`the run is broken: ${PATH} was answered with ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  let seconds = 0;
  const usage = await measureParts(stack.parts, async () => {
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE * apis.length }, askOn));
    seconds = (performance.now() - startedMs) / 1000;
  });
  return { perSecond: count / seconds, seconds, usage };
}
