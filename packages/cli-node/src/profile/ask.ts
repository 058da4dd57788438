import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { Io } from '../commands/cli.js';
import { usageError } from '../cli-error.js';

export interface Question {
  readonly words: string;
  /** What is typed is not shown. */
  readonly isHidden?: boolean;
}

/** Asks a person at a terminal. @throws CliError when the person ends it */
export async function askPerson({ in: input, err }: Pick<Io, 'in' | 'err'>, { words, isHidden = false }: Question): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      err.write(chunk.toString());
      done();
    },
  });
  const reader = createInterface({ input, output: isHidden ? silent : echo, terminal: true });
  const ended = new Promise<never>((_, reject) => {
    reader.once('SIGINT', () => reject(usageError('Nothing was changed.')));
    reader.once('close', () => reject(usageError('Nothing was changed.')));
  });
  ended.catch(() => undefined);
  try {
    if (isHidden) err.write(words);
    return await Promise.race([reader.question(isHidden ? '' : words), ended]);
  } finally {
    reader.close();
    if (isHidden) err.write('\n');
  }
}

/** Reads the first line of a pipe. */
export async function firstLineOf(input: NodeJS.ReadableStream): Promise<string> {
  const [line = ''] = (await textOf(input)).split(/\r?\n/, 1);
  return line;
}
