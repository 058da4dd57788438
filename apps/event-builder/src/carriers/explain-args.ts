import { UsageError } from '#libs/command-line';
import { parseScanObject, type Scan } from '#libs/contracts';
import type { FolderArgs } from './folder-args.js';

export interface ExplainArgs extends FolderArgs {
  readonly scan: Scan;
}

/** Any moment will do: rules do not depend on the time. */
const SOME_TIME = '2026-01-01T00:00:00Z';

/** The arguments of `mapping:explain`; undefined = not given. */
export interface ExplainOptions {
  readonly courier: string;
  readonly code: string | undefined;
  readonly subCode: string | undefined;
  readonly text: string | undefined;
  readonly hint: string | undefined;
  readonly carriers: string | undefined;
  readonly overlay: boolean;
}

/** @throws UsageError with one sentence that says why the scan is impossible */
export function toExplainArgs({ courier, code, subCode, text, hint, carriers, overlay }: ExplainOptions): ExplainArgs {
  const scan = parseScanObject(
    {
      schema: 'scan/1',
      scan_id: 'explained',
      courier,
      tracking_number: 'explained',
      occurred_at: SOME_TIME,
      carrier_code: code,
      carrier_sub_code: subCode,
      raw_text: text,
      status_hint: hint,
    },
    Date.parse(SOME_TIME),
  );
  if (!scan.ok) throw new UsageError(`No scan can look like this: ${scan.detail}.`);
  return { scan: scan.value, folder: carriers, isOverlay: overlay };
}
