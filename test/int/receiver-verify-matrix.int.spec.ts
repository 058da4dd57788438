import { beforeAll, describe, expect, it } from '@jest/globals';
import { runHostedCommand } from '../support/command.js';
import { allCells, type Cell, pairwise } from '../support/hostile-server/cells.js';
import { type Expected, expectedOf } from '../support/hostile-server/expectations.js';
import { startHostileServer } from '../support/hostile-server/hostile-server.js';
import { identityFor, receiverCaFile } from '../support/receiver.js';

/** Each stage with each end, with both versions of TLS. The command opens its own connections, and ends at the first failed check. */
const CELLS = pairwise(allCells().filter(({ handshake, way }) => handshake === 'first' && way === 'direct'));
const AT_ONCE = 8;
/** Time-outs for requests that wait in vain. A machine too busy to reach the stage in time gets the longer time-out. */
const VAIN_MS = [500, 30_000];
const PATIENT_MS = 30_000;
/** Each command reads all CAs again. */
const HANGING_MS = 900_000;

const AFTER_ANSWER = new Set<Cell['stage']>(['whole answer', 'idle connection']);

const nameOf = ({ stage, end, tls, connection }: Cell): string => `${stage} × ${end} (${tls}, ${connection} connection)`;

describe('receiver:verify at a receiver that ends its connection', () => {
  const faults = new Map<string, string[]>();

  beforeAll(async () => {
    const [identity, caFile] = [await identityFor({}), await receiverCaFile()];
    const left = [...CELLS];
    const next = async (): Promise<void> => {
      for (let cell = left.shift(); cell; cell = left.shift()) faults.set(nameOf(cell), await play(cell, { identity, caFile }));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }, HANGING_MS);

  it.each(CELLS.map(nameOf))('%s', (name) => {
    expect(faults.get(name)).toEqual([]);
  });
});

interface With {
  readonly identity: Awaited<ReturnType<typeof identityFor>>;
  readonly caFile: string;
}

/** @returns the faults; empty = none */
async function play(cell: Cell, what: With): Promise<string[]> {
  const ends = expectedEnds(cell);
  const [first = PATIENT_MS, second] = ends.some(({ kind }) => kind === 'timeout') ? VAIN_MS : [];
  const faults = faultsOf(await verify(cell, what, first), ends);
  return faults.length === 0 || second === undefined ? faults : faultsOf(await verify(cell, what, second), ends);
}

interface Verified {
  readonly code: number | null;
  readonly output: string;
  /** Number of times that the server has ended its connection. */
  readonly strikes: number;
}

async function verify(cell: Cell, { identity, caFile }: With, timeoutMs: number): Promise<Verified> {
  const server = await startHostileServer({ ...cell, identity, strikesIdle: cell.stage === 'idle connection' });
  const argv = [
    'receiver:verify',
    `https://127.0.0.1:${server.port}/`,
    '--format',
    'plain',
    '--ca',
    caFile,
    '--timeout-ms',
    String(timeoutMs),
  ];
  const { code, stdout, stderr } = await runHostedCommand(argv, {});
  const strikes = server.strikes();
  await server.close();
  return { code, output: stdout + stderr, strikes };
}

/** The command POSTs again at once, so its next POST may meet the end of the connection. */
function expectedEnds(cell: Cell): Expected[] {
  const ends = expectedOf(cell);
  return AFTER_ANSWER.has(cell.stage) ? [...ends, ...expectedOf({ ...cell, stage: 'next request', connection: 'kept' })] : ends;
}

function faultsOf({ code, output, strikes }: Verified, ends: readonly Expected[]): string[] {
  const passes = code === 0 && /^All \d+ checks passed\.$/m.test(output);
  const [, seen] = /^FAILED {2}\w+: .+?: (.*)$/m.exec(output) ?? [];
  const fails = code === 1 && seen !== undefined && /^ {8}→ \w/m.test(output);
  const isRight = ends.some((end) => (end.kind === 'accepted' ? passes : fails && wordsOf(end).test(seen)));
  return [...(strikes > 0 ? [] : ['the server did not reach this stage']), ...(isRight ? [] : [`exit code ${code}: ${output}`])];
}

/** The command does not know whether TLS has begun. */
function wordsOf({ kind, reason, words }: Expected): RegExp {
  if (reason === 'tls_unanswered') return /^no complete answer within \d+ ms$/;
  return kind === 'connection' && reason === undefined ? /closed the connection|is not TLS/ : words;
}
