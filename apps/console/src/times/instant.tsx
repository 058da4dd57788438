import { Text } from '@mantine/core';
import { ago, utcTime } from './time.js';
import { useNow } from './use-now.js';
import { useZone } from './use-zone.js';
import { secondIn, timeIn } from './zone-time.js';

interface Props {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null;
  /** "3 min ago" in place of the time of day. */
  readonly relative?: boolean;
  /** Without the year, if it is the present year: for rows. */
  readonly short?: boolean;
}

/** A moment in the zone of the page, with UTC on hover. */
export function Instant({ at, relative = false, short = false }: Props) {
  const zone = useZone();
  if (at === null) return <Text span>–</Text>;
  const text = timeIn(zone, at);
  return (
    <time dateTime={at} title={`${text} · ${utcTime(at)}`} style={{ whiteSpace: 'nowrap' }}>
      {relative ? <Ago at={at} /> : short ? secondIn(zone, at, Date.now()) : text}
    </time>
  );
}

function Ago({ at }: { readonly at: string }) {
  return ago(Date.parse(at), useNow(10_000));
}
