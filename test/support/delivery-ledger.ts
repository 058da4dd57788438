// Rules that hold for deliveries and their attempts however bad the day was, and functions that read their rows.

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly receiver_id: string;
  readonly eventid: string;
  readonly status: string;
  readonly attempts: number;
}

export interface AttemptRow {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

export const DELIVERIES_SQL = 'SELECT delivery_id, receiver_id, eventid, status, attempts FROM delivery';
export const ATTEMPTS_SQL = `
    SELECT delivery_id, attempt, outcome, (extract(epoch FROM attempted_at) * 1000)::float8 AS "startedMs",
      (extract(epoch FROM attempted_at) * 1000 + duration_ms)::float8 AS "endedMs"
    FROM delivery_attempt ORDER BY delivery_id, attempt`;

export const LAST_ATTEMPT = 16;

/** Returns the violations of the contract by one delivery and its recorded attempts. */
export function faultsOf(
  { delivery_id, status, attempts: count }: DeliveryRow,
  made: readonly AttemptRow[],
  retryDelayMs: number,
): string[] {
  const faults: string[] = [];
  const fault = (text: string): number => faults.push(`${delivery_id} (${status}): ${text}`);
  if (made.length !== count) fault(`${count} attempts counted, ${made.length} recorded`);
  if (made.some(({ attempt }, index) => attempt !== index + 1)) fault(`attempts ${made.map(({ attempt }) => attempt).join(' ')}`);
  const accepted = made.filter(({ outcome }) => outcome === 'accepted').length;
  if (status === 'delivered' && (accepted !== 1 || made.at(-1)?.outcome !== 'accepted'))
    fault('delivered, but its last attempt is not its only accepted attempt');
  if (status === 'exhausted' && (made.length !== LAST_ATTEMPT || accepted > 0)) fault(`exhausted after ${made.length} attempts`);
  if (status === 'expired' && (made.length === 0 || accepted > 0)) fault('expired without a last POST');
  if (status === 'cancelled') fault('cancelled, although nobody changed the receiver');
  for (const [index, { startedMs }] of made.entries()) {
    const before = made[index - 1];
    if (before && startedMs < before.endedMs + retryDelayMs - 1)
      fault(`attempt ${index + 1} came ${startedMs - before.endedMs} ms after the previous attempt`);
  }
  return faults;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}
