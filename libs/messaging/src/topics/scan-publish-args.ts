import { parseArgs } from 'node:util';

export const SCAN_PUBLISH_USAGE = `scan:publish --courier NAME --tracking NUMBER [options]

  --brokers HOST:PORT   default KAFKA_BROKERS        --prefix TEXT    topic prefix, default TOPIC_PREFIX
  --status STATUS       status_hint                  --code CODE      carrier_code      --sub-code CODE
  --text TEXT           raw_text                     --location TEXT  where
  --at TIME             occurred_at, RFC 3339; default now
  --scan-id ID          default a new one`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  courier: TEXT,
  tracking: TEXT,
  brokers: TEXT,
  prefix: TEXT,
  status: TEXT,
  code: TEXT,
  'sub-code': TEXT,
  text: TEXT,
  location: TEXT,
  at: TEXT,
  'scan-id': TEXT,
} as const;

export interface ScanPublishArgs {
  readonly courier: string;
  readonly tracking: string;
  readonly brokers: string | undefined;
  readonly prefix: string | undefined;
  readonly scanId: string | undefined;
  readonly at: string | undefined;
  /** What was said of the scan, as scan/1 spells it. */
  readonly said: Readonly<Record<string, unknown>>;
}

/** @throws Error with one sentence */
export function parseScanPublishArgs(argv: readonly string[]): ScanPublishArgs {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  const { courier, tracking, brokers, prefix, at, 'scan-id': scanId } = values;
  if (courier === undefined || tracking === undefined) throw new Error('--courier and --tracking are needed');
  const said = {
    ...(values.status !== undefined && { status_hint: values.status }),
    ...(values.code !== undefined && { carrier_code: values.code }),
    ...(values['sub-code'] !== undefined && { carrier_sub_code: values['sub-code'] }),
    ...(values.text !== undefined && { raw_text: values.text }),
    ...(values.location !== undefined && { location: { text: values.location } }),
  };
  return { courier, tracking, brokers, prefix, scanId, at, said };
}
