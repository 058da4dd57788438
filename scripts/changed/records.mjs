import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testTexts } from './graph.mjs';

const FOLDER = join('.cache', 'test-facts');

/** A record holds for these texts alone: another text can read and start other files. */
const keyOf = (root, file) => createHash('sha256').update(testTexts(root, file).join('\0')).digest('hex').slice(0, 16);

/** Keeps what a test file has read and started, for `readRecord`. */
export function writeRecord(root, file, facts) {
  const path = join(folderOf(root), `${file}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ key: keyOf(root, file), ...facts }));
}

/** @returns undefined where there is no record of the test file as it is now, or an unreadable one */
export function readRecord(root, file) {
  try {
    const { key, ...facts } = JSON.parse(readFileSync(join(folderOf(root), `${file}.json`), 'utf8'));
    return key === keyOf(root, file) ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** TEST_FACTS: another folder, for tests of this. */
const folderOf = (root) => process.env.TEST_FACTS ?? join(root, FOLDER);
