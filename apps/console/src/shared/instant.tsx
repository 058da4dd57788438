import { Text } from '@mantine/core';
import { localTime, utcTime } from './time.js';
import { ago } from './time.js';
import { useNow } from './use-now.js';

interface Props {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null;
  /** "3 min ago" in place of the time of day. */
  readonly relative?: boolean;
}

/** A moment in the viewer's zone, with UTC on hover. */
export function Instant({ at, relative = false }: Props) {
  if (at === null) return <Text span>–</Text>;
  return (
    <time dateTime={at} title={`${localTime(at)} · ${utcTime(at)}`} style={{ whiteSpace: 'nowrap' }}>
      {relative ? <Ago at={at} /> : localTime(at)}
    </time>
  );
}

function Ago({ at }: { readonly at: string }) {
  return ago(Date.parse(at), useNow(10_000));
}
