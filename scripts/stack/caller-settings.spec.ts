import { expect, it } from '@jest/globals';
import { checkCallerSettings } from './caller-settings.js';
import { StackError } from './stack-error.js';

it.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
  [{ DATABASE_URL: 'foo' }, 'DATABASE_URL must be a URL such as postgres://'],
  [{ KAFKA_BROKERS: 'foo' }, 'KAFKA_BROKERS must be host:port,host:port, not "foo"'],
])('%j gives one sentence about the mistake', async (caller, sentence) => {
  const refusal = await checkCallerSettings(caller).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StackError);
  expect((refusal as StackError).message).toContain(sentence);
  expect((refusal as StackError).message.split('\n')).toHaveLength(1);
});

it('all mistakes are named at once; an absent setting is not a mistake', async () => {
  await expect(checkCallerSettings({ PORT: 'abc', KAFKA_BROKERS: 'foo', DATABASE_URL: '' })).rejects.toThrow(/^PORT .+\nKAFKA_BROKERS .+$/);
  await checkCallerSettings({ PORT: '', DATABASE_URL: undefined });
});
