// For the specs of the intake examples: what the service reads in the scans that an example submits.
import { parseScan } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { claimsOn, interpretScan } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { EMPTY_MAPPING } from '../../apps/event-builder/src/carriers/mapping-rule.js';

export interface Reading {
  readonly at: string;
  readonly status: string;
  /** What decided: `code`, `code and sub code` or `text`; undefined = nothing explains the scan. */
  readonly by: string | undefined;
}

const { mappings } = loadCarrierFiles(SHIPPED_ALONE);

/** Reads scans of `POST /scans` as event-builder does. @throws if a scan is refused */
export const readingsOf = (scans: readonly object[]): Reading[] => scans.map(readingOf);

function readingOf(sent: object): Reading {
  const parsed = parseScan(Buffer.from(JSON.stringify({ ...sent, schema: 'scan/1' })), Date.now());
  if (!parsed.ok) throw new Error(`the scan is refused: ${JSON.stringify(parsed)}`);
  const { value: scan } = parsed;
  if (scan.repairs.length > 0) throw new Error(`the scan is corrected: ${scan.repairs.join()}`);
  const mapping = mappings.get(scan.courier) ?? EMPTY_MAPPING;
  const [claim] = claimsOn(scan, mapping);
  return { at: new Date(scan.occurredAtMs).toISOString(), status: interpretScan(scan, mapping).status, by: claim?.step };
}
