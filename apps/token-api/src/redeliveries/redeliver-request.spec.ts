import { describe, expect, it } from '@jest/globals';
import { readArguments } from '#libs/command-line';
import { COMMAND } from './redeliver.command.js';
import { toRedeliverRequest } from './redeliver-request.js';

const ID = '6f1d1f0e-0000-4000-8000-000000000001';
const parse = (line: string) => toRedeliverRequest(readArguments(COMMAND, line.split(' ')));

describe('redeliver', () => {
  it.each([
    [`--user 1 --delivery ${ID} --status expired`, /not for one --delivery/],
    [`--user 1 --delivery ${ID} --from 2026-03-29T10:00:00Z`, /not for one --delivery/],
    [`--user 1 --delivery ${ID} --dry-run`, /not for one --delivery/],
    [`--user 1 --receiver ${ID} --from 2026-03-29T10:00:00Z --to 2026-03-29T10:00:00Z`, /--to must be later than --from/],
    [`--status pending --from 2026-03-29T10:00:00Z --to 2026-03-29T10:00:00+01:00`, /--to must be later than --from/],
    [`--user 1 --receiver ${ID} --from 2026-03-29`, /--from must be a time such as/],
  ])('%s is refused', (line, reason) => {
    expect(() => parse(line)).toThrow(reason);
  });

  it('sends the exhausted deliveries of a receiver until now by default', () => {
    const from = new Date('2026-03-29T10:00:00Z');
    expect(parse(`--user 1 --receiver ${ID.toUpperCase()} --from 2026-03-29T12:00:00+02:00`)).toEqual({
      user: 1,
      receiverId: ID,
      from,
      to: undefined,
      status: 'exhausted',
      isDryRun: false,
    });
  });
});
