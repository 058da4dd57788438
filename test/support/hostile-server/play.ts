import { setImmediate } from 'node:timers/promises';
import { waitFor } from '../wait-for.js';
import { type Cell, nameOf } from './cells.js';
import { differences, type Expected, type Observed } from './expectations.js';
import { type HostileServer, type HostileOptions, startHostileServer } from './hostile-server.js';
import type { Witness } from './witness.js';

/** Sends one request to the server at this port. @param timeoutMs for the whole exchange */
export type Ask = (port: number, timeoutMs: number) => Promise<Observed>;

export interface Play {
  readonly cell: Cell;
  readonly identity: HostileOptions['identity'];
  readonly expected: readonly Expected[];
  readonly ask: Ask;
}

/** Time that a healthy server on a busy machine may take. */
const PATIENT_MS = 15_000;
/** Time-outs for requests that wait in vain. A machine too busy to reach the stage in time gets the next, longer time-out. */
const VAIN_MS = [500, 5_000, 30_000];
const UNTIL_CLOSED_MS = 60_000;
const UNTIL_STRUCK_MS = 30_000;

type Watched = Play & { readonly witness: Witness };

/** The faults found; empty = none. */
interface Played {
  readonly faults: readonly string[];
  /** The faults of its sockets, known once they are closed. */
  readonly left: Promise<readonly string[]>;
}

/** Plays one cell. */
async function play(what: Play, witness: Witness): Promise<Played> {
  const isVain = what.expected.some(({ kind }) => kind === 'timeout');
  const [first = PATIENT_MS, ...longer] = isVain ? VAIN_MS : [PATIENT_MS];
  let played = await playOnce({ ...what, witness }, first);
  for (const timeoutMs of longer) if (played.faults.length > 0) played = await playOnce({ ...what, witness }, timeoutMs);
  return played;
}

async function playOnce(what: Watched, timeoutMs: number): Promise<Played> {
  const server = await startHostileServer({ ...what.cell, identity: what.identity });
  const faults = await askAll(server, what, timeoutMs);
  return { faults, left: openAt(server, what.witness).finally(() => void server.close()) };
}

async function askAll(server: HostileServer, { cell, expected, ask, witness }: Watched, timeoutMs: number): Promise<string[]> {
  for (const _ of server.healthy) {
    const { kind, detail } = await ask(server.port, PATIENT_MS);
    if (kind !== 'accepted') return [`an earlier request was not accepted: ${kind}, ${detail ?? ''}`];
    await untilKept();
  }
  if (cell.stage === 'idle connection') {
    const left = await endIdle(server, cell, witness);
    if (left.length > 0) return left;
  }
  const faults = differences(await ask(server.port, timeoutMs), expected);
  return [...faults, ...(await unplayed(server, cell))];
}

/** The HTTP client offers a connection to the next request shortly after the answer. */
async function untilKept(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
}

async function unplayed(server: HostileServer, { connection }: Cell): Promise<string[]> {
  // The answer may arrive before the server has ended the connection.
  const isStruck = await waitFor(() => server.strikes() > 0, { timeoutMs: UNTIL_STRUCK_MS }).catch(() => false);
  if (!isStruck) return ['the server did not reach this stage'];
  return connection === 'kept' && server.strikesOnKept() === 0 ? ['the connection was not kept'] : [];
}

/** The client must notice the end before the next request: a request that meets the end is another stage. */
async function endIdle(server: HostileServer, { end }: Cell, witness: Witness): Promise<string[]> {
  server.strikeIdle();
  return end === 'silence' ? [] : (await openAt(server, witness)).map((fault) => `idle: ${fault}`);
}

/** Checks that both sides of each connection are closed. */
async function openAt(server: HostileServer, witness: Witness): Promise<string[]> {
  const count = (): number => Math.max(server.open(), witness.openSockets());
  const closed = waitFor(() => count() === 0, { timeoutMs: UNTIL_CLOSED_MS });
  return closed.then(
    () => [],
    () => [`${count()} sockets are left open`],
  );
}

/** Plays all cells, several at a time. @returns the faults of each, by its name */
export async function playAll(plays: readonly Play[], witness: Witness, atOnce: number): Promise<Map<string, string[]>> {
  const played: Promise<readonly [string, readonly string[]]>[] = [];
  const left = [...plays];
  const next = async (): Promise<void> => {
    for (let each = left.shift(); each; each = left.shift()) {
      const [name, playing] = [nameOf(each.cell), each];
      const { faults, left: sockets } = await witness.during(name, () => play(playing, witness));
      played.push(sockets.then((open) => [name, [...faults, ...open]]));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  const faults = await Promise.all(played);
  return new Map(faults.map(([name, own]) => [name, [...witness.errorsOf(name).map((error) => `uncaught: ${String(error)}`), ...own]]));
}
