/** The stages at which a server ends a connection, in the order of a connection's life. */
export const STAGES = [
  'accept',
  'ClientHello',
  'half a ServerHello',
  'certificate demanded',
  'handshake done',
  'request half read',
  'request read',
  'status line',
  'headers',
  'part of the body',
  'body without length',
  'whole answer',
  'idle connection',
  'next request',
] as const;
export type Stage = (typeof STAGES)[number];

/** The ways in which a server ends. The last four leave the connection open. */
export const ENDS = ['FIN', 'RST', 'close_notify', 'junk', 'plain text', 'silence', 'slow bytes'] as const;
export type End = (typeof ENDS)[number];

const AXES = {
  stage: STAGES,
  end: ENDS,
  tls: ['TLSv1.2', 'TLSv1.3'],
  /** `later`: a handshake with this server has succeeded before. */
  handshake: ['first', 'later'],
  /** `kept`: the connection has carried a request before. */
  connection: ['fresh', 'kept'],
  way: ['direct', 'by proxy'],
} as const;

export interface Cell {
  readonly stage: Stage;
  readonly end: End;
  readonly tls: (typeof AXES.tls)[number];
  readonly handshake: (typeof AXES.handshake)[number];
  readonly connection: (typeof AXES.connection)[number];
  readonly way: (typeof AXES.way)[number];
}

const AT_HANDSHAKE = new Set<Stage>(STAGES.slice(0, STAGES.indexOf('handshake done') + 1));
const AFTER_A_REQUEST = new Set<Stage>(['idle connection', 'next request']);

/** Returns why no server can end in this way; undefined = a server can. */
export function impossibleBecause({ stage, end, tls, connection }: Omit<Cell, 'handshake' | 'way'>): string | undefined {
  if (connection === 'kept' && AT_HANDSHAKE.has(stage)) return 'on a kept connection the handshake is already over';
  if (connection === 'fresh' && AFTER_A_REQUEST.has(stage)) return 'at this stage the connection has already carried a request';
  if (stage === 'certificate demanded' && end === 'close_notify' && tls === 'TLSv1.3') {
    return 'at this stage a server encrypts alerts, and OpenSSL sends no close_notify before the end of a handshake';
  }
  return undefined;
}

export const isPossible = (cell: Cell): boolean => impossibleBecause(cell) === undefined;

export const nameOf = ({ stage, end, tls, handshake, connection, way }: Cell): string =>
  `${stage} × ${end} (${tls}, ${handshake} handshake, ${connection} connection, ${way})`;

export function allCells(): Cell[] {
  const product = Object.entries(AXES).reduce<Partial<Cell>[]>(
    (cells, [axis, values]) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  );
  return (product as Cell[]).filter(isPossible);
}

/**
 * Chooses few cells that cover every possible pair of values of two axes, and so every stage with every end. Always chooses the same cells.
 */
export function pairwise(cells: readonly Cell[]): Cell[] {
  const candidates = cells.map((cell) => ({ cell, values: valuesOf(cell), pairs: pairsOf(valuesOf(cell)) }));
  const missing = new Set(candidates.flatMap(({ pairs }) => pairs));
  const uses = new Map<string, number>();
  const chosen: Cell[] = [];
  while (missing.size > 0) {
    // Among equally good cells, the cell with the least used values comes first.
    const worths = candidates.map(({ values, pairs }) => {
      const used = values.reduce((sum, value) => sum + (uses.get(value) ?? 0), 0);
      return pairs.filter((pair) => missing.has(pair)).length - used / FAR_MORE;
    });
    const best = candidates[worths.indexOf(Math.max(...worths))]!;
    chosen.push(best.cell);
    best.values.forEach((value) => uses.set(value, (uses.get(value) ?? 0) + 1));
    best.pairs.forEach((pair) => missing.delete(pair));
  }
  return chosen;
}

/** More than all uses of all values together. */
const FAR_MORE = 1e6;

const valuesOf = (cell: Cell): string[] => Object.entries(cell).map(([axis, value]) => `${axis}=${value}`);

const pairsOf = (values: readonly string[]): string[] =>
  values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
