import '@mantine/core/styles/Switch.css';
import { Button, Group, Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EVENT_NAMES, PARCEL_STATUSES } from '../api/vocabulary.js';
import { FilterPeriod, FilterSelect, FilterText } from '../lists/filter-fields.js';
import { plainName } from '../words/names.js';
import { parcelsWords } from '../words/parcels.words.js';
import { words } from '../words/words.js';
import type { ParcelSearch } from './parcel-filter.js';

const text = parcelsWords;
const STATUSES = PARCEL_STATUSES.map((value) => ({ value, label: plainName(value) })).toSorted((a, b) => a.label.localeCompare(b.label));
const EVENTS = EVENT_NAMES.map((value) => ({ value, label: value }));

/** The filters of the list. The address holds all of them. */
export function ParcelFilters({ search }: { readonly search: ParcelSearch }) {
  const navigate = useNavigate({ from: '/parcels' });
  const set = (name: keyof ParcelSearch) => (value: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true });
  const { zone: _, ...filters } = search;
  const field = (name: keyof ParcelSearch) => ({ value: search[name], onChange: set(name) });
  return (
    <Group gap="sm" align="flex-end">
      <FilterText label={text.q} {...field('q')} />
      <FilterText label={text.courier} {...field('courier')} />
      <FilterSelect label={text.status} options={STATUSES} {...field('status')} />
      <FilterSelect label={text.event} options={EVENTS} {...field('event')} />
      <FilterText label={text.order} {...field('orderNo')} />
      <FilterText label={text.client} {...field('client')} />
      <FilterPeriod from={search.from} to={search.to} onChange={(name, value) => set(name)(value)} />
      <Switch
        label={text.failingFilter}
        checked={search.failing !== undefined}
        onChange={(event) => set('failing')(event.currentTarget.checked ? 'true' : undefined)}
        mb={4}
      />
      {Object.keys(filters).length > 0 && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
          {words.shared.clearFilters}
        </Button>
      )}
    </Group>
  );
}
