/** When the parcel is expected: local dates and times of the recipient. */
export interface ExpectedDelivery {
  /** yyyy-MM-dd */
  readonly startDate: string;
  /** yyyy-MM-dd */
  readonly endDate: string;
  /** HH:mm:ss; null = no window. */
  readonly startTime: string | null;
  /** HH:mm:ss; null = no window. */
  readonly endTime: string | null;
}

/** @returns the date behind every form of `expected_delivery_date_raw`; null = unknown */
export function expectedDeliveryOf(raw: unknown): ExpectedDelivery | null {
  const { startDate, endDate, startTime, endTime } = toObject(typeof raw === 'string' ? parseOrNull(raw) : raw);
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return null;
  return { startDate, endDate, startTime: textOrNull(startTime), endTime: textOrNull(endTime) };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
