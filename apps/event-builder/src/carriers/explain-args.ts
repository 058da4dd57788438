import { parseArgs } from 'node:util';
import { parseScanObject, type Scan } from '#libs/contracts';
import type { FolderArgs } from './folder-args.js';

export interface ExplainArgs extends FolderArgs {
  readonly scan: Scan;
}

export const EXPLAIN_USAGE = `mapping:explain COURIER CODE [SUB_CODE] [TEXT] [--hint STATUS] [--carriers DIR] [--overlay]

  --hint STATUS      the producer's status_hint
  --carriers DIR     the operator's folder; default CARRIERS_DIR, else what comes with the service
  --overlay          DIR lies over what comes with the service; default CARRIERS_OVERLAY
  an empty CODE or SUB_CODE ('') stands for none`;

/** Any moment will do: a rule does not ask when. */
const SOME_TIME = '2026-01-01T00:00:00Z';

/** Command line → the scan that is to be explained. @throws Error with one sentence that says what is wrong */
export function parseExplainArgs(argv: readonly string[]): ExplainArgs {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { hint: text, carriers: text, overlay: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [courier, code, subCode, rawText, ...more] = positionals;
  if (courier === undefined || more.length > 0) throw new Error('A courier and up to three values are needed; quote a text with blanks.');
  const scan = parseScanObject(
    {
      schema: 'scan/1',
      scan_id: 'explained',
      courier,
      tracking_number: 'explained',
      occurred_at: SOME_TIME,
      carrier_code: code,
      carrier_sub_code: subCode,
      raw_text: rawText,
      status_hint: values.hint,
    },
    Date.parse(SOME_TIME),
  );
  if (!scan.ok) throw new Error(`No scan can look like this: ${scan.detail}.`);
  return { scan: scan.value, folder: values.carriers, isOverlay: values.overlay === true };
}
