import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { words } from '../words/words.js';
import { BROWSER_ZONE, useZone } from './use-zone.js';

const CHOICES = [
  { value: 'own', label: BROWSER_ZONE.replaceAll('_', ' ') },
  { value: 'utc', label: 'UTC' },
];

/** The zone of all times of the console; nothing to choose where the browser itself is in UTC. */
export function ZoneSwitch() {
  const zone = useZone();
  const navigate = useNavigate();
  if (BROWSER_ZONE === 'UTC') return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.lists.zone}
      data={CHOICES}
      value={zone === BROWSER_ZONE ? 'own' : 'utc'}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, zone: chosen === 'utc' ? 'utc' : undefined }),
          hash: true,
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
