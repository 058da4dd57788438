import type { Schemas } from '../api/schemas.js';

type Expected = NonNullable<Schemas['Consignment']['expectedDelivery']>;

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Wed, 18 Mar 2026, 10:00–12:00`, in the local time of the place of delivery, as the carrier gives it. */
export function expectedText({ startDate, endDate, startTime, endTime }: Expected): string {
  const days = [...new Set([startDate, endDate])].map((date) => DAY.format(new Date(`${date}T00:00:00Z`))).join(' – ');
  const times = [...new Set([startTime, endTime])].filter((time) => time !== undefined).map((time) => time.slice(0, 5));
  return times.length === 0 ? days : `${days}, ${times.join('–')}`;
}
