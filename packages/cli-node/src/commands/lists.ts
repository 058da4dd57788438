import { type Command, Option } from 'commander';
import { EVENT_NAMES } from '#libs/contracts';
import { wholeNumber } from './cli.js';

export interface ParcelFilters {
  readonly event?: string;
  readonly courier?: string;
  readonly trackingNumber?: string;
  readonly client?: string;
  readonly orderNo?: string;
}

export interface PeriodFilters {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

/** The names of this version: an older or newer service may have others, and then it refuses them itself. */
export const withParcelFilters = (command: Command): Command =>
  command
    .option('--event <event>', `only this event: ${EVENT_NAMES.join(', ')}`)
    .option('--courier <courier>', 'only this courier; with --tracking-number')
    .option('--tracking-number <number>', 'only this parcel; with --courier')
    .option('--client <client>', 'only parcels of this client')
    .option('--order-no <number>', 'only parcels of this order');

const MOST_ROWS = 10_000;
const USUAL_ROWS = 20;

export const withPeriod = (command: Command): Command =>
  command
    .option('--from <instant>', 'not before this time, ISO 8601')
    .option('--to <instant>', 'before this time, ISO 8601')
    .addOption(new Option('--limit <number>', 'the most rows').argParser(wholeNumber(1, MOST_ROWS)).default(USUAL_ROWS));

/** Returns the first rows of a list that comes in pages. */
export async function firstOf<T>(rows: AsyncIterable<T>, limit: number): Promise<T[]> {
  const first: T[] = [];
  for await (const row of rows) {
    first.push(row);
    if (first.length === limit) break;
  }
  return first;
}

/** Leaves out what was not given. */
export const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
