import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../test/support/temporary-folder.js';

const clone = temporaryFolder();
const launcher = join(clone, 'scripts', 'node.cjs');
mkdirSync(join(clone, 'scripts'));
copyFileSync(join(import.meta.dirname, 'node.cjs'), launcher);

/** Runs the launcher as if under that Node version. `npm` is the text of a program that replaces npm. */
function launch(version: string, npm: string): { code: number | null; path: string; messages: string } {
  const [preload, program] = [join(clone, 'preload.cjs'), join(clone, 'npm-cli.js')];
  const versions = JSON.stringify({ ...process.versions, node: version });
  writeFileSync(
    preload,
    `for (const [name, value] of [['versions', ${versions}], ['version', 'v${version}']]) Object.defineProperty(process, name, { value });`,
  );
  writeFileSync(program, npm);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', preload, launcher], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: program },
  });
  return { code: status, path: stdout.trim(), messages: stderr };
}

describe('the launcher of every command', () => {
  it('uses the Node that runs it if it is new enough', () => {
    expect(launch('24.0.0', 'process.exit(1)')).toEqual({ code: 0, path: process.execPath, messages: '' });
  });

  it('says in one sentence what to do when no newer Node can be fetched', () => {
    const { code, path, messages } = launch('18.20.0', 'process.stderr.write("npm error no network\\n"); process.exit(1)');
    expect({ code, path }).toEqual({ code: 1, path: '' });
    expect(messages.trim().split('\n')).toHaveLength(2);
    expect(messages).toContain('Node 24 or newer is needed; this is v18.20.0, and a newer one could not be fetched');
    expect(messages).toContain('npm error no network');
    expect(messages).toContain('Install it:');
  });

  it('refuses a download that differs from the published one, and leaves nothing behind', () => {
    const { code, messages } = launch('20.19.0', `require('fs').writeFileSync(process.argv.at(-1).replace('@', '-') + '.tgz', 'not Node')`);
    expect(code).toBe(1);
    expect(messages).toContain('has another content than expected');
    expect(readdirSync(join(clone, '.cache'))).toEqual([]);
  });
});
