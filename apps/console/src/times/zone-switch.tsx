import { SegmentedControl, useMatches } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { words } from '../words/words.js';
import { BROWSER_ZONE, useAccountZone, useZone } from './use-zone.js';
import { chosenZone, offeredZones, type ZoneChoice } from './zone-choice.js';

const nameOf = (zone: string): string => zone.replaceAll('_', ' ');

/** Chooses the zone of all times. It is left out if all zones are the same. */
export function ZoneSwitch() {
  const zone = useZone();
  const navigate = useNavigate();
  const orientation = useMatches({ base: 'vertical', sm: 'horizontal' } as const);
  const zones = { browser: BROWSER_ZONE, account: useAccountZone() };
  const choices = offeredZones(zones);
  if (choices.length === 1) return null;
  const labels: Readonly<Record<ZoneChoice, string>> = {
    own: nameOf(zones.browser),
    account: words.lists.accountZone(nameOf(zones.account ?? '')),
    utc: 'UTC',
  };
  return (
    <SegmentedControl
      size="xs"
      orientation={choices.length > 2 ? orientation : 'horizontal'}
      aria-label={words.lists.zone}
      data={choices.map((value) => ({ value, label: labels[value] }))}
      value={choices.find((choice) => chosenZone(choice, zones) === zone) ?? 'own'}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, zone: chosen === 'own' ? undefined : chosen }),
          hash: true,
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
