import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { claimConnectionFile, type Connection, runningConnections } from './connection-file.js';
import { createRunFolder, openRunFolder, readJson, removeConnectionFile } from './run-folder.js';

const folder = temporaryFolder();

it('a path that cannot be written is refused before the run starts', () => {
  const run = openRunFolder(mkdtempSync(join(folder, 'run-')));
  const none = join(folder, 'none');
  expect(() => claimConnectionFile(run, join(none, 'c'))).toThrow(`there is no folder ${none}`);
  expect(() => claimConnectionFile(run, folder)).toThrow(`--connection-file ${folder}: this is a folder`);
});

it('a run removes its own connection file, but not the file of a later run', () => {
  const path = join(folder, 'connection.json');
  const [first, second] = [openRunFolder(mkdtempSync(join(folder, 'a-'))), openRunFolder(mkdtempSync(join(folder, 'b-')))];
  for (const run of [first, second]) {
    const file = claimConnectionFile(run, path);
    file.write({ apiUrl: run.path } as Connection);
    file.publish();
  }
  removeConnectionFile(first);
  expect(existsSync(path)).toBe(true);
  removeConnectionFile(second);
  expect(existsSync(path)).toBe(false);
});

it('the file appears when it is published, and follows from then on', () => {
  const path = join(folder, 'published.json');
  const file = claimConnectionFile(openRunFolder(mkdtempSync(join(folder, 'c-'))), path);
  const apiUrl = (): string | undefined => readJson<Connection>(path)?.apiUrl;
  file.write({ apiUrl: 'first' } as Connection);
  expect(existsSync(path)).toBe(false);
  file.publish();
  expect(apiUrl()).toBe('first');
  file.write({ apiUrl: 'second' } as Connection);
  expect(apiUrl()).toBe('second');
});

it('other commands find a run while its starter lives, before its file is published', () => {
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
