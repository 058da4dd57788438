import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClockHour4, IconCircleOff, IconMoon, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { words } from '../words/words.js';
import type { StateWord } from './receiver-state.js';

const LOOK = {
  failing: { color: 'red', Icon: IconAlertTriangle },
  disabled: { color: 'red', Icon: IconCircleOff },
  retrying: { color: 'orange', Icon: IconRefresh },
  slow: { color: 'yellow', Icon: IconClockHour4 },
  paused: { color: 'gray', Icon: IconPlayerPause },
  flowing: { color: 'teal', Icon: IconCheck },
  quiet: { color: 'gray', Icon: IconMoon },
} as const;

/** How a receiver does: word, shape and colour. */
export function StateBadge({ word }: { readonly word: StateWord }) {
  const { color, Icon } = LOOK[word];
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />} style={{ flexShrink: 0 }}>
      {words.receivers.state[word]}
    </Badge>
  );
}
