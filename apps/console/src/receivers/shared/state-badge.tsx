import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleOff,
  IconClockHour4,
  IconHandStop,
  IconHourglassEmpty,
  IconPower,
} from '@tabler/icons-react';
import { words } from '../../words/words.js';
import type { HealthState } from './receiver-state.js';

const LOOK = {
  failing: { color: 'red', Icon: IconAlertTriangle },
  circuit_open: { color: 'red', Icon: IconHourglassEmpty },
  disabled: { color: 'red', Icon: IconCircleOff },
  held: { color: 'yellow', Icon: IconHandStop },
  limited: { color: 'yellow', Icon: IconClockHour4 },
  switched_off: { color: 'gray', Icon: IconPower },
  healthy: { color: 'teal', Icon: IconCheck },
} as const satisfies Record<HealthState, object>;

/** The state of a receiver as word, icon and colour. */
export function StateBadge({ state }: { readonly state: HealthState }) {
  const { color, Icon } = LOOK[state];
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />} style={{ flexShrink: 0 }}>
      {words.receivers.state[state]}
    </Badge>
  );
}
