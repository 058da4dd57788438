import { resolve } from 'node:path';

export const APPS = ['token-api', 'event-builder', 'webhook-sender'] as const;
export type AppName = (typeof APPS)[number];

export interface StackSettings {
  /** The environment of the caller. */
  readonly caller: NodeJS.ProcessEnv;
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  readonly secretsKey: string;
  readonly demo: boolean;
  /** The bundle for EXTRA_CA_FILE; undefined = none. */
  readonly caFile?: string | undefined;
  /** The URL of the demonstration's mail server; undefined = none. */
  readonly mailSink?: string | undefined;
}

export interface AppPorts {
  /** token-api's public port. */
  readonly port: number;
  readonly internalPort: number;
}

/** The settings that name a file or folder. */
const PATHS = /^(?:(?:EXTRA_CA|DATABASE_CA|KAFKA_(?:CA|CERT|KEY))_FILE|CARRIERS_DIR)$/;
const LOOPBACK_ADDRESS = '127.0.0.1';
const EVERYWHERE = new Set(['0.0.0.0', '::']);
const DEMO_ADDRESS = '127.0.0.1/32';
const LOOPBACK = '127.0.0.0/8,::1/128';

/**
 * The image has the same settings (Dockerfile).
 * Young generation: V8 sizes it by the memory of the machine, up to 96 MiB more for each app.
 * Arenas: glibc gives each thread that compresses one of its own, with free memory that nobody else uses: some 50 MiB in webhook-sender.
 */
export const MEMORY_SETTINGS = { NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_ARENA_MAX: '1' } as const;

/** Returns MEMORY_SETTINGS, which the caller's own settings overrule. */
export const memorySettings = ({ NODE_OPTIONS, MALLOC_ARENA_MAX }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `${MEMORY_SETTINGS.NODE_OPTIONS} ${NODE_OPTIONS ?? ''}`.trim(),
  MALLOC_ARENA_MAX: MALLOC_ARENA_MAX ?? MEMORY_SETTINGS.MALLOC_ARENA_MAX,
});

/** Returns the environment of every command and app: the caller's settings, and the stack's own settings, which win. */
export function stackEnvironment({
  caller,
  kafkaBrokers,
  databaseUrl,
  secretsKey,
  demo,
  caFile,
  mailSink,
}: StackSettings): NodeJS.ProcessEnv {
  const retryDelayMs = caller.RETRY_DELAY_MS ?? (demo ? '2000' : undefined);
  return {
    ...caller,
    ...memorySettings(caller),
    ...absolutePaths(caller),
    KAFKA_BROKERS: kafkaBrokers,
    DATABASE_URL: databaseUrl,
    TOPIC_PREFIX: topicPrefix(caller),
    SECRETS_KEY: secretsKey,
    OVERDUE_POLL_MS: caller.OVERDUE_POLL_MS ?? '1000',
    API_HOST: caller.API_HOST ?? LOOPBACK_ADDRESS, // others must not reach a trial on a laptop
    INTERNAL_HOST: caller.INTERNAL_HOST ?? LOOPBACK_ADDRESS,
    RECEIVER_ALLOWED_CIDRS: allowedCidrs(caller.RECEIVER_ALLOWED_CIDRS, demo),
    ...(retryDelayMs !== undefined && { RETRY_DELAY_MS: retryDelayMs }),
    ...(caFile !== undefined && { EXTRA_CA_FILE: caFile }),
    ...(mailSink !== undefined && { SMTP_URL: mailSink, SMTP_FROM: caller.SMTP_FROM ?? 'Webhooks <webhooks@localhost.example>' }),
  };
}

/** Makes paths absolute: they are relative to the caller's folder, but apps run in a folder of the run. */
function absolutePaths(caller: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const paths = Object.entries(caller).filter(([name, value]) => PATHS.test(name) && value);
  return Object.fromEntries(paths.map(([name, path = '']) => [name, resolve(path)]));
}

/** Sets the ports. Only token-api gets the caller's PORT, because the apps would compete for it. */
export function appEnvironment(stack: NodeJS.ProcessEnv, name: AppName, { port, internalPort }: AppPorts): NodeJS.ProcessEnv {
  const { PORT: _callers, ...rest } = stack;
  const publicUrl = rest.PUBLIC_URL ?? (rest.SMTP_URL ? urlOf(rest.API_HOST, port) : undefined); // links in mails need it
  const own = { PORT: String(port), ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }) };
  return { ...rest, ...(name === 'token-api' && own), INTERNAL_PORT: String(internalPort) };
}

/** Returns the URL of an app that listens on this address. An app that listens on all addresses is reached by loopback. */
export function urlOf(host: string | undefined, port: number): string {
  const isEverywhere = host === undefined || host === '' || EVERYWHERE.has(host);
  const reachedAt = isEverywhere ? LOOPBACK_ADDRESS : host;
  return `http://${reachedAt.includes(':') ? `[${reachedAt}]` : reachedAt}:${port}`;
}

export function topicPrefix(caller: NodeJS.ProcessEnv): string {
  return caller.TOPIC_PREFIX ?? '';
}

function allowedCidrs(callers: string | undefined, demo: boolean): string {
  if (callers === undefined || callers === '') return LOOPBACK;
  return demo ? `${callers},${DEMO_ADDRESS}` : callers;
}
