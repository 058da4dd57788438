import { type Child } from './child.js';
import { type RunFolder } from './run-folder.js';

export interface EmbeddedServer {
  readonly address: string;
  readonly child: Child;
  /** Restarts the server on the same port and files after its process has died. */
  restart(): Promise<EmbeddedServer>;
}

export const LOOPBACK = '127.0.0.1';

export interface Placement {
  readonly run: RunFolder;
  /** A folder that outlives the run; undefined = the run folder, which is removed at the end. */
  readonly keepIn?: string | undefined;
  /** The address that broker and database listen on; undefined = loopback. */
  readonly host?: string | undefined;
  /** True: optimise the broker for a long run; undefined = optimise for a quick start. */
  readonly runsLong?: true | undefined;
}
