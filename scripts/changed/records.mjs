import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testTexts } from './graph.mjs';

const FOLDER = join('.cache', 'test-facts');

/** A record is valid only for these texts: a changed text may read and start other files. */
const keyOf = (root, file) => createHash('sha256').update(testTexts(root, file).join('\0')).digest('hex').slice(0, 16);

/** Stores the reads and starts of a test file for `readRecord`. */
export function writeRecord(root, file, facts) {
  const path = join(folderOf(root), `${file}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ key: keyOf(root, file), ...facts }));
}

/** @returns the record of the test file; undefined when the file has changed since, or the record is missing or unreadable */
export function readRecord(root, file) {
  try {
    const { key, ...facts } = JSON.parse(readFileSync(join(folderOf(root), `${file}.json`), 'utf8'));
    return key === keyOf(root, file) ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** TEST_FACTS names another folder, for tests of this module. */
const folderOf = (root) => process.env.TEST_FACTS ?? join(root, FOLDER);
