import { createInterface } from 'node:readline/promises';
import { Output } from '../output/output.js';

/** The parts of the process that a check of a receiver uses. Tests replace them. */
export interface Place {
  readonly output: Output;
  /** Asks a person yes or no; undefined = nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** Sets the exit code. */
  readonly end: (exitCode: number) => void;
}

export const processPlace = (): Place => ({
  output: new Output({ out: process.stdout, err: process.stderr, env: process.env }),
  ask: process.stdin.isTTY && process.stderr.isTTY ? askPerson : undefined,
  end: (exitCode) => void (process.exitCode = exitCode),
});

async function askPerson(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: isClosed, resolve } = Promise.withResolvers<string>();
  lines.once('close', () => resolve('')); // Ctrl-C or Ctrl-D
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), isClosed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
