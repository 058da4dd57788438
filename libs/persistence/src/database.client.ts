// One connection of the pool: pg's client, which plans the statements of the hot paths once instead of at every call.
import { hash } from 'node:crypto';
import { systemClock } from '#libs/config';
import { Client, type QueryConfig } from 'pg';
import { toOutage } from './missing-partition.js';

/** Names by text, so that callers keep using a plain string as the statement. */
const names = new Map<string, string>();

/**
 * Makes each connection parse and plan the statement once: over partitioned tables, planning is most of the cost of a small batch.
 * The text must be constant, because a connection keeps the plan as long as it lives. No migration may change the type of the result: an
 * open connection would then fail with "cached plan must not change result type". @returns the statement
 */
export function prepared(statement: string): string {
  names.set(statement, hash('sha1', statement));
  return statement;
}

export class DatabaseClient extends Client {
  // pg declares eight overloads. TypeORM passes a text with its values; other callers may pass any other form.
  override query = ((config: string | QueryConfig, ...rest: unknown[]): unknown => {
    const name = typeof config === 'string' ? names.get(config) : undefined;
    const result = (super.query as Query)(name === undefined ? config : ({ name, text: config } as QueryConfig), ...rest);
    return result instanceof Promise ? result.catch(throwOutage) : result;
  }) as Client['query'];
}

function throwOutage(error: unknown): never {
  throw toOutage(error, systemClock.nowMs());
}

type Query = (config: string | QueryConfig, ...rest: unknown[]) => unknown;
