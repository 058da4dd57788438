import type { AppName } from './app.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A request from a test file to the app host. The sender chooses the `id`. */
export type HostRequest =
  | { readonly kind: 'start'; readonly id: number; readonly name: AppName; readonly env: Env; readonly logFile: string }
  | { readonly kind: 'stop'; readonly id: number; readonly app: number }
  | { readonly kind: 'command'; readonly id: number; readonly env: Env; readonly argv: readonly string[] };

export type HostEvent =
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  /** An app ended, on request (0) or because it could not continue (1). */
  | { readonly kind: 'ended'; readonly app: number; readonly code: number };

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The process that environment.cjs keeps for the test files of one jest worker. */
export interface AppHost {
  readonly pid: number;
  /**
   * @param onEnded called when the app that this request started has ended, by itself (its code) or with the host (null) @returns its id
   * and the answer
   */
  readonly ask: (
    request: WithoutId<HostRequest>,
    onEnded?: (code: number | null) => void,
  ) => { readonly id: number; readonly answer: Promise<unknown> };
}

export function appHost(): AppHost {
  const { openAppHost } = globalThis as { openAppHost?: () => AppHost };
  if (!openAppHost) throw new Error('no app host: run these tests as part of jest’s projects int or e2e');
  return openAppHost();
}
