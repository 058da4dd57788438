// table unmapped_code, for the operator who wants to map what is missing
import type { DataSource } from 'typeorm';
import type { UnmappedArgs, UnmappedRow } from './unmapped-codes.js';

const MOST_FREQUENT = `
  SELECT courier, code, sub_code AS "subCode", sample_text AS "sampleText", count, last_seen AS "lastSeen"
  FROM unmapped_code WHERE $1::text IS NULL OR courier = $1
  ORDER BY count DESC, courier, code, sub_code LIMIT $2`;

/** The most frequent first. */
export const listUnmappedCodes = (dataSource: DataSource, { courier, limit }: UnmappedArgs): Promise<UnmappedRow[]> =>
  dataSource.query<UnmappedRow[]>(MOST_FREQUENT, [courier ?? null, limit]);
