import { type Child } from './child.js';
import { type RunFolder } from './run-folder.js';

export interface EmbeddedServer {
  readonly address: string;
  readonly child: Child;
  /** Starts it again on the same port and the same files, after its process has died. */
  restart(): Promise<EmbeddedServer>;
}

export const LOOPBACK = '127.0.0.1';

export interface Placement {
  readonly run: RunFolder;
  /** Folder that outlives the run; undefined = the run folder, removed at the end. */
  readonly keepIn?: string | undefined;
  /** Address that broker and database listen on; undefined = loopback. */
  readonly host?: string | undefined;
  /** The broker's code is worth compiling well; undefined = it soon ends, and should rather be there at once. */
  readonly runsLong?: true | undefined;
}
