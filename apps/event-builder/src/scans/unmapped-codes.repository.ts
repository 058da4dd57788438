// tables unmapped_code and unmapped_text, for the operator who writes missing mappings
import type { DataSource } from 'typeorm';
import type { UnmappedArgs, UnmappedRow } from './unmapped-codes.js';

const MOST_FREQUENT = `
  SELECT courier, code, "subCode", pattern, "sampleText", count, "lastSeen" FROM (
    SELECT courier, code, sub_code AS "subCode", '' AS pattern, sample_text AS "sampleText", count, last_seen AS "lastSeen" FROM unmapped_code
    UNION ALL
    SELECT courier, '', '', CASE pattern WHEN '' THEN '(others)' ELSE pattern END, sample_text, count, last_seen FROM unmapped_text
  ) AS listed WHERE $1::text IS NULL OR courier = $1
  ORDER BY count DESC, courier, code, "subCode", pattern LIMIT $2`;

/** Lists unmapped codes, the most frequent first. */
export const listUnmappedCodes = (dataSource: DataSource, { courier, limit }: UnmappedArgs): Promise<UnmappedRow[]> =>
  dataSource.query<UnmappedRow[]>(MOST_FREQUENT, [courier ?? null, limit]);
