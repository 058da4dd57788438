import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { nameProfiles } from './npm-profiles.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const write = (...pids: readonly number[]): void =>
  pids.forEach((pid) => writeFileSync(join(folder, `CPU.20260101.120000.${pid}.0.001.cpuprofile`), '{}'));

it('names profiles after the apps of each stack, and removes those of other programs', () => {
  write(11, 12, 99);
  nameProfiles(folder, { 'event-builder': 11, 'webhook-sender': 12, kafka: 13 });
  expect(readdirSync(folder).toSorted()).toEqual(['event-builder.cpuprofile', 'webhook-sender.cpuprofile']);
  write(21, 99);
  nameProfiles(folder, { 'event-builder': 20, 'webhook-sender': 21 });
  expect(readdirSync(folder).toSorted()).toEqual(['event-builder.cpuprofile', 'webhook-sender.2.cpuprofile', 'webhook-sender.cpuprofile']);
});
