import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { claimConnectionFile, type Connection } from './connection-file.js';
import { openRunFolder, removeConnectionFile } from './run-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'connections-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a run removes its connection file, but not what a later one has written in its place', () => {
  const path = join(folder, 'connection.json');
  const [first, second] = [openRunFolder(mkdtempSync(join(folder, 'a-'))), openRunFolder(mkdtempSync(join(folder, 'b-')))];
  claimConnectionFile(first, path).write({ apiUrl: 'http://127.0.0.1:1' } as Connection);
  claimConnectionFile(second, path).write({ apiUrl: 'http://127.0.0.1:2' } as Connection);
  removeConnectionFile(first);
  expect(existsSync(path)).toBe(true);
  removeConnectionFile(second);
  expect(existsSync(path)).toBe(false);
});
