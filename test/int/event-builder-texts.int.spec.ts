import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { compiled } from '../../scripts/stack/clone.js';

const SCRIPT = `
  const { loadLanguages } = await import(process.argv[1] + '/texts/texts.provider.js');
  const { renderTexts } = await import(process.argv[1] + '/texts/render-texts.js');
  const languages = loadLanguages();
  const texts = [...languages.keys(), 'zh', 'xx'].map((language) => renderTexts({
    language, clientDefault: undefined, country: 'DEU', deliveryLocation: '', happenedAtMs: Date.UTC(2026, 2, 28, 23), zone: 'Europe/Berlin',
    facts: { status: 'InTransit', occurredAtMs: 0, rawScan: '', location: 'Bonn' },
    expectedDelivery: { startDate: '2026-03-29', endDate: '2026-03-29', startTime: '10:00:00', endTime: '14:00:00' },
  }, languages));
  console.log(JSON.stringify([new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset(), texts]));
`;

async function textsUnder(env: Readonly<Record<string, string | undefined>>): Promise<[number, unknown]> {
  const folder = pathToFileURL(compiled('apps/event-builder/src/main')).href.replace(/\/main\.js$/, '');
  const args = ['--input-type=module', '-e', SCRIPT, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as [number, unknown];
}

describe('edge case 33: the texts of an event', () => {
  it('do not depend on the time zone and language of the host', async () => {
    const [offset, texts] = await textsUnder({ TZ: 'UTC', LANG: 'C.UTF-8' });
    expect(offset).toBe(0);
    const hosts = [
      { env: { TZ: 'Pacific/Kiritimati' }, hostOffset: -840 },
      { env: { TZ: 'America/New_York' }, hostOffset: 300 },
      { env: { TZ: 'UTC', LC_ALL: 'ar_EG.UTF-8' }, hostOffset: 0 },
    ];
    for (const { env, hostOffset } of hosts) expect(await textsUnder(env)).toEqual([hostOffset, texts]);
  });
});
