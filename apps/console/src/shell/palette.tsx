import '@mantine/core/styles/Mark.css';
import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { find, type Found } from '../search/find.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { words } from '../words/words.js';
import { entriesFor, type PaletteEntry } from './palette-entries.js';

const text = words.keyboard;
const { nav } = words.shared;
const [store, { open }] = createSpotlight();
/** A number is compared as a whole, and no number is shorter. */
const LEAST_CHARS = 3;
const PAUSE_MS = 250;

interface Props {
  /** Changes each time somebody asks for the palette. */
  readonly request: number;
  readonly onShortcuts: () => void;
}

/** The command palette: pages, receivers, parcels and actions by name. */
export function Palette({ request, onShortcuts }: Props) {
  const [query, setQuery] = useState('');
  useEffect(open, [request]);
  const fixed = useEntries(onShortcuts);
  const found = useFound(query.trim());
  const groups = entriesFor(fixed, query);
  const others = found.entries.length > 0 ? [{ label: text.parcels, entries: found.entries }] : [];
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': text.palette } }}
    >
      <Spotlight.Search
        placeholder={text.palette}
        aria-label={text.palette}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        onKeyDown={({ key }) => key === 'Enter' && runFirst()}
      />
      <Spotlight.ActionsList id={LIST} role="group" aria-label={text.results}>
        {[...others, ...groups].map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action key={entry.id} label={entry.label} onClick={entry.run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && others.length === 0 && <Spotlight.Empty>{found.isPending ? text.seeking : text.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const LIST = 'palette-results';

/** Runs the first entry if none is selected: the list does not select entries that are found after the last key. */
function runFirst(): void {
  const list = document.getElementById(LIST);
  if (!list?.querySelector('[data-selected]')) list?.querySelector<HTMLElement>('[data-action]')?.click();
}

/** Pages, actions and receivers. */
function useEntries(onShortcuts: () => void): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const receivers = useKnownReceivers();
  const page = (label: string, to: '/' | '/parcels' | '/deliveries' | '/recover' | '/catalogue' | '/access'): PaletteEntry => ({
    id: to,
    label,
    group: text.pages,
    run: () => void navigate({ to }),
  });
  const action = (label: string, run: () => unknown): PaletteEntry => ({ id: label, label, group: text.actions, run: () => void run() });
  return [
    page(nav.overview, '/'),
    page(nav.parcels, '/parcels'),
    page(nav.deliveries, '/deliveries'),
    page(nav.recover, '/recover'),
    page(nav.catalogue, '/catalogue'),
    page(nav.access, '/access'),
    action(text.newReceiver, () => navigate({ to: '/receivers/new' })),
    action(text.failedDeliveries, () => navigate({ to: '/deliveries', search: { status: 'exhausted' } })),
    action(text.failingParcels, () => navigate({ to: '/parcels', search: { failing: 'true' } })),
    action(text.light, () => setColorScheme('light')),
    action(text.dark, () => setColorScheme('dark')),
    action(text.shortcuts, onShortcuts),
    ...receivers.flatMap(({ receiverId, name }) => [
      {
        id: receiverId,
        label: name,
        group: text.receivers,
        run: () => void navigate({ to: '/receivers/$receiverId', params: { receiverId } }),
      },
      {
        id: `${receiverId} test`,
        label: text.testReceiver(name),
        group: text.receivers,
        run: () => void navigate({ to: '/receivers/$receiverId', params: { receiverId }, search: { tab: 'test' } }),
      },
    ]),
  ];
}

/** Parcels and deliveries that have this number or id. */
function useFound(typed: string): { readonly entries: readonly PaletteEntry[]; readonly isPending: boolean } {
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const navigate = useNavigate();
  const isAsked = q.length >= LEAST_CHARS;
  const { data, isFetching } = useQuery({ queryKey: ['search', q], queryFn: () => find(q), enabled: isAsked, gcTime: 0 });
  const parcel = ({ courier, trackingNumber }: { readonly courier: string; readonly trackingNumber: string }): PaletteEntry => ({
    id: `${courier} ${trackingNumber}`,
    label: text.parcel(trackingNumber),
    group: text.parcels,
    run: () => void navigate({ to: '/parcels/$courier/$trackingNumber', params: { courier, trackingNumber } }),
  });
  const entriesOf = (found: Found): readonly PaletteEntry[] => {
    if (found.kind === 'parcel') return [parcel(found)];
    if (found.kind === 'several') {
      return [{ id: 'all', label: text.searchFor(q), group: text.parcels, run: () => void navigate({ to: '/search', search: { q } }) }];
    }
    if (found.kind === 'nothing') return [];
    const { deliveryId } = found;
    const run = () => void navigate({ to: '/deliveries/$deliveryId', params: { deliveryId } });
    return [{ id: deliveryId, label: text.delivery(deliveryId), group: text.parcels, run }];
  };
  return { entries: isAsked && data && q === typed ? entriesOf(data) : [], isPending: isFetching || q !== typed };
}
