import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { claimConnectionFile, type Connection, runningConnections } from './connection-file.js';
import { createRunFolder, openRunFolder, removeConnectionFile } from './run-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'connections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a path that cannot be written is refused before the run starts', () => {
  const run = openRunFolder(mkdtempSync(join(folder, 'run-')));
  const none = join(folder, 'none');
  expect(() => claimConnectionFile(run, join(none, 'c'))).toThrow(`there is no folder ${none}`);
  expect(() => claimConnectionFile(run, folder)).toThrow(`--connection-file ${folder}: this is a folder`);
});

it('a run removes its own connection file, but not the file of a later run', () => {
  const path = join(folder, 'connection.json');
  const [first, second] = [openRunFolder(mkdtempSync(join(folder, 'a-'))), openRunFolder(mkdtempSync(join(folder, 'b-')))];
  claimConnectionFile(first, path).write({ apiUrl: 'http://127.0.0.1:1' } as Connection);
  claimConnectionFile(second, path).write({ apiUrl: 'http://127.0.0.1:2' } as Connection);
  removeConnectionFile(first);
  expect(existsSync(path)).toBe(true);
  removeConnectionFile(second);
  expect(existsSync(path)).toBe(false);
});

it('other commands find a run while its starter lives', () => {
  const run = createRunFolder();
  const urls = (): string[] => runningConnections().map(({ apiUrl }) => apiUrl);
  try {
    expect(urls()).not.toContain('http://127.0.0.1:3');
    claimConnectionFile(run, undefined).write({ apiUrl: 'http://127.0.0.1:3' } as Connection);
    expect(urls()).toContain('http://127.0.0.1:3');
  } finally {
    rmSync(run.path, { recursive: true });
  }
});
