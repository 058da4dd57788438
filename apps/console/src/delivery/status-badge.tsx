import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconHourglassOff, IconX } from '@tabler/icons-react';
import type { Schemas } from '../api/schemas.js';
import { words } from '../words/words.js';

type Status = Schemas['Delivery']['status'];

const LOOK = {
  pending: { color: 'blue', Icon: IconClock },
  delivered: { color: 'teal', Icon: IconCheck },
  exhausted: { color: 'red', Icon: IconX },
  expired: { color: 'orange', Icon: IconHourglassOff },
  cancelled: { color: 'gray', Icon: IconBan },
} as const;

const FAILING = { color: 'orange', Icon: IconAlertTriangle } as const;

interface Props {
  readonly status: Status;
  /** An attempt of the pending delivery has failed. */
  readonly isFailing?: boolean;
}

/** The state of a delivery as word, icon and colour. */
export function StatusBadge({ status, isFailing = false }: Props) {
  const { color, Icon } = isFailing ? FAILING : LOOK[status];
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {isFailing ? words.shared.failing : words.shared.status[status]}
    </Badge>
  );
}
