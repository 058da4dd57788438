// One connection of the pool: pg's own, which plans the statements of the hot paths once instead of at every call.
import { hash } from 'node:crypto';
import { systemClock } from '#libs/config';
import { Client, type QueryConfig } from 'pg';
import { toOutage } from './missing-partition.js';

/** By text, so that a statement stays a string for its caller. */
const names = new Map<string, string>();

/**
 * Has each connection parse and plan the statement once: over partitioned tables that is most of what a small batch costs the database.
 * For statements of constant text only, since a connection keeps each for as long as it lives, and whose result no migration changes in type: an
 * open connection would go on failing with "cached plan must not change result type". @returns the statement
 */
export function prepared(statement: string): string {
  names.set(statement, hash('sha1', statement));
  return statement;
}

export class DatabaseClient extends Client {
  // pg declares eight overloads; what comes here is a text with its values (TypeORM), or whatever else pg understands.
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
