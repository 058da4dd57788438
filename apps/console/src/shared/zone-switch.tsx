import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { words } from '../words/words.js';
import { useZone } from './use-zone.js';

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;
const CHOICES = [
  { value: 'own', label: OWN.replaceAll('_', ' ') },
  { value: 'utc', label: 'UTC' },
];

/** The zone of all times of the console; nothing to choose where the browser itself is in UTC. */
export function ZoneSwitch() {
  const zone = useZone();
  const navigate = useNavigate();
  if (OWN === 'UTC') return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.lists.zone}
      data={CHOICES}
      value={zone === undefined ? 'own' : 'utc'}
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
