// The commands of docs/upgrade.md, as they stand there: on the tables of an early version, and back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runHostedCommand, stdoutOf } from '../support/command.js';
import { buildAsOf, dropDatabase, newDatabase, rowCounts } from '../support/schema.js';
import { useTestBed } from '../support/test-bed.js';
import { deleteTopics, readTopic, uniqueTopicPrefix } from '../support/topics.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/upgrade.md'), 'utf8');
const PREFIX = 'npm run cli -- ';
/** Rows of this version wait in table delivery_overflow. */
const EARLY = '1763750000000';
const bed = useTestBed();
const topicPrefix = uniqueTopicPrefix();
let url: string;
let env: Readonly<Record<string, string>>;

/** The command lines behind `<!-- NAME -->`. */
function commandsOf(name: string): string[] {
  const [, text] = new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n([^]*?)\\n\`\`\``).exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/upgrade.md has no commands "${name}"`);
  return text.split('\n');
}

async function follow(line: string): Promise<string> {
  expect(line).toMatch(PREFIX);
  return stdoutOf(await runHostedCommand(line.slice(PREFIX.length).split(' '), env));
}

beforeAll(async () => {
  url = await newDatabase();
  await buildAsOf(url, EARLY);
  env = { ...bed.env, DATABASE_URL: url, TOPIC_PREFIX: topicPrefix };
});
afterAll(async () => {
  await deleteTopics(topicPrefix);
  await dropDatabase(url);
});

describe('the upgrade notes', () => {
  it('bring tables and topics to those of this version, without losing a row', async () => {
    const before = await rowCounts(url);
    expect(before['delivery_overflow']).toBeGreaterThan(0);
    for (const line of commandsOf('update to 1.0.0')) await follow(line);
    expect(await rowCounts(url)).toMatchObject(before);
    expect(await follow(`${PREFIX}migrate`)).toBe('The schema is up to date.\n');
    await follow(`${PREFIX}topics --check`);
  });

  it('lead back: what waits in the table is published again', async () => {
    const { delivery_overflow: waiting } = await rowCounts(url);
    for (const line of commandsOf('back from 1.0.0')) await follow(line);
    expect((await rowCounts(url))['delivery_overflow']).toBe(0);
    expect(await readTopic(`${topicPrefix}delivery-attempts`)).toHaveLength(waiting ?? -1);
  });
});
