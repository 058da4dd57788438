import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleOff,
  IconClockHour4,
  IconHandStop,
  IconHourglassEmpty,
  IconPower,
  IconSparkles,
} from '@tabler/icons-react';
import type { Schemas } from '../../api/schemas.js';
import { type HealthState, stateText } from './receiver-state.js';

const LOOK = {
  failing: { color: 'red', Icon: IconAlertTriangle },
  circuit_open: { color: 'red', Icon: IconHourglassEmpty },
  disabled: { color: 'red', Icon: IconCircleOff },
  held: { color: 'yellow', Icon: IconHandStop },
  limited: { color: 'yellow', Icon: IconClockHour4 },
  new: { color: 'gray', Icon: IconSparkles },
  switched_off: { color: 'gray', Icon: IconPower },
  healthy: { color: 'teal', Icon: IconCheck },
} as const satisfies Record<HealthState, object>;

/** The state of a receiver as word, icon and colour. */
export function StateBadge({ health }: { readonly health: Pick<Schemas['ReceiverHealth'], 'state' | 'lastFailure'> }) {
  const { color, Icon } = LOOK[health.state];
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />} style={{ flexShrink: 0 }}>
      {stateText(health)}
    </Badge>
  );
}
