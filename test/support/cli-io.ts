import { PassThrough } from 'node:stream';
import { runProgram } from '../../packages/cli-node/src/program.js';
import { temporaryFolder } from './temporary-folder.js';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliMachine {
  readonly folder: string;
  /** Runs the customers' command line in this process. */
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<CliRun>;
}

export interface RunOptions {
  readonly input?: string;
  /** True = a terminal that shows colours. */
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Gets the function that a Ctrl-C calls. */
  readonly onStop?: (stop: () => void) => void;
  /** Gets each piece of stdout. */
  readonly onOut?: (text: string) => void;
}

/** A machine with an empty folder for profiles. */
export function cliMachine(folder = temporaryFolder()): CliMachine {
  return {
    folder,
    run: async (argv, { input = '', isTerminal = false, env = {}, onStop = () => undefined, onOut = () => undefined } = {}) => {
      const [out, err]: [string[], string[]] = [[], []];
      const code = await runProgram(argv, {
        out: { write: (text) => (onOut(text), out.push(text)), isTTY: isTerminal },
        err: { write: (text) => err.push(text), isTTY: isTerminal },
        in: new PassThrough().end(input),
        env: { XDG_CONFIG_HOME: folder, ...env },
        platform: 'linux',
        homeFolder: folder,
        onStop,
      });
      return { code, out: out.join(''), err: err.join('') };
    },
  };
}
