// A first look at an installed system: deploy/compose.yaml runs this command (docs/run-it.md).
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accountNumber, apiCaller, baseAddress, defineCommand, optional, required } from '#libs/command-line';
import { type Env, readConfig } from '#libs/config';
import { collectReceptions, createScreen, linkText, linkToConsole, runDemo, startDemoServer } from '#libs/demo';
import { ApiTokenEntity, databaseSettings, withDatabase } from '#libs/persistence';
import { ensureAccount } from '../accounts/accounts.repository.js';
import { SECRET_BYTES, toTokenSecret } from '../tokens/token-secret.js';
import { TokensRepository } from '../tokens/tokens.repository.js';

const BY = { command: 'demo' };

function receiversUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.pathname === '/') return url;
  throw new Error('must be an HTTPS address without a path, such as https://demo:8443');
}

export const COMMAND = defineCommand({
  name: 'demo',
  summary: 'shows webhooks of sample parcels, for a first look, until it is stopped',
  more: 'creates the account and a token, registers demo receivers and publishes the samples; other receivers of the account get these webhooks, too',
  options: {
    api: required('--api <url>', 'the address of token-api', { read: baseAddress }),
    user: required('--user <number>', 'the number of an account for trials', { read: accountNumber }),
    receivers: required('--receivers <url>', 'HTTPS address by which webhook-sender reaches this command; it listens on the port', {
      read: receiversUrl,
    }),
    key: required('--key <file>', 'the private key for this address (PEM)'),
    cert: required('--cert <file>', 'the certificate, which webhook-sender trusts by EXTRA_CA_FILE (PEM)'),
    publicUrl: optional('--public-url <url>', "token-api's address in your browser; default --api", { read: baseAddress }),
  },
  examples: ['--api http://token-api:8080 --user 1 --receivers https://demo:8443 --key demo-key.pem --cert demo.pem'],
  reads: ['DATABASE_URL', 'KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async ({ api, user, receivers, key, cert, publicUrl = api }, { env, isJson, print }) => {
    const screen = createScreen({ write: (text) => (isJson ? undefined : print(text.replace(/\n$/, ''))) }, env);
    const receptions = collectReceptions(screen);
    const identity = { key: readPem(key), cert: readPem(cert) };
    const server = await startDemoServer({ identity, url: receivers, onReception: (reception) => receptions.add(reception) });
    try {
      const { token, isFirst } = await prepareAccount(user, env);
      const call = apiCaller({ api, user, token });
      const measure = <T>(_: string, part: () => Promise<T>): Promise<T> => part();
      await runDemo({ call, account: user, env, server, receptions, screen, measure, isFirst, awaitsRetries: false });
      screen.line(`\nConsole: ${linkText(await linkToConsole(call, publicUrl))}`);
    } catch (error) {
      server.close(); // a listening server would keep the failed process alive
      throw error;
    }
    return new Promise<never>(() => undefined); // the server goes on receiving
  },
});

/** Nobody sees the token. It stays valid, because the link to the console and its session depend on it. */
async function prepareAccount(user: number, env: Env): Promise<{ token: string; isFirst: boolean }> {
  return withDatabase(readConfig(databaseSettings, env), 'demo', async (database) => {
    const { created } = await ensureAccount(database, user, {});
    const token = toTokenSecret(randomBytes(SECRET_BYTES));
    const tokens = new TokensRepository(database.getRepository(ApiTokenEntity));
    await tokens.create({ account: user, secret: token, scope: 'generate', note: 'demo', by: BY });
    return { token, isFirst: created };
  });
}

/** @throws Error with one sentence */
function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}. The user of the image (10001) must be able to read it.`, {
      cause: error,
    });
  }
}
