// Runs the shell commands of a document as a reader does: unchanged, from the root of the clone, one block after the other.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/stack/clone.js';
import type { TestBed } from './test-bed.js';

const codeOf = (page: string, fence: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${fence}\n([^]+?)\`\`\``, 'g'))].map(([, code = '']) => code);

export interface PageCommands {
  readonly blocks: readonly string[];
  /** The programs in JavaScript that the page shows, in its order. */
  readonly programs: readonly string[];
  /** Runs one block in a shell that has the exports of the blocks before. @returns its standard output */
  readonly run: (block: string) => Promise<string>;
}

export function commandsOf(page: string, env: Readonly<Record<string, string>> = {}): PageCommands {
  let exported = '';
  // This Node comes first, whatever Node the machine has.
  const environment = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, ...env };
  const run = async (block: string): Promise<string> => {
    const options = { cwd: ROOT, env: environment, timeout: 240_000, maxBuffer: 2 ** 24 };
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -eu\n${exported}\n${block}`], options);
    const exports = block.split('\n').filter((line) => line.startsWith('export '));
    exported += exports.map((line) => `${line}\n`).join('');
    return stdout;
  };
  return { blocks: codeOf(page, 'sh').map((block) => block.trim()), programs: codeOf(page, 'js'), run };
}

/** Writes the file that `npm start -- --connection-file` writes. @param folder from the root */
export function writeConnection(folder: string, bed: TestBed, own: { readonly apiUrl: string; readonly token: string }): void {
  mkdirSync(join(ROOT, folder), { recursive: true });
  const connection = { ...own, kafkaBrokers: bed.env['KAFKA_BROKERS'], topicPrefix: bed.topicPrefix };
  writeFileSync(join(ROOT, folder, 'connection.json'), JSON.stringify(connection));
}
