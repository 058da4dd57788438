import { Badge } from '@mantine/core';
import { plainName } from '../words/names.js';
import { toneOf } from './parcel-filter.js';

const COLOURS = { good: 'teal', bad: 'orange', moving: 'blue', quiet: 'gray' } as const;

/** The status of a parcel in plain words, with its name in the API on hover. */
export function ParcelStatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge variant="light" color={COLOURS[toneOf(status)]} tt="none" fw={600} title={status}>
      {plainName(status)}
    </Badge>
  );
}
