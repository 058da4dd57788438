import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EVENT_NAMES, PARCEL_STATUSES } from '../api/vocabulary.js';
import { activeFilters } from '../lists/active-filters.js';
import { FilterBar } from '../lists/filter-bar.js';
import { type Change, FilterSelect, FilterText } from '../lists/filter-fields.js';
import { FilterPeriod } from '../lists/filter-period.js';
import { plainName } from '../words/names.js';
import { parcelsWords } from '../words/parcels.words.js';
import type { ParcelSearch } from './parcel-filter.js';

const text = parcelsWords;
const STATUSES = PARCEL_STATUSES.map((value) => ({ value, label: plainName(value) })).toSorted((a, b) => a.label.localeCompare(b.label));
const EVENTS = EVENT_NAMES.map((value) => ({ value, label: value }));

/** The filters of the list. The address holds all of them. */
export function ParcelFilters({ search }: { readonly search: ParcelSearch }) {
  const navigate = useNavigate({ from: '/parcels' });
  const set = (change: Change<ParcelSearch>): void => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const { zone: _, ...filters } = search;
  const field = (name: keyof ParcelSearch) => ({ value: search[name], onChange: (value: string | undefined) => set({ [name]: value }) });
  const rare = [search.event, search.courier, search.client];
  return (
    <FilterBar
      active={activeFilters(filters)}
      activeRare={rare.filter((value) => value !== undefined).length}
      onClear={() => void navigate({ search: {}, replace: true })}
      rare={
        <>
          <FilterSelect label={text.event} options={EVENTS} {...field('event')} />
          <FilterText label={text.courier} {...field('courier')} />
          <FilterText label={text.client} {...field('client')} />
        </>
      }
    >
      <FilterText label={text.q} {...field('q')} />
      <FilterSelect label={text.status} options={STATUSES} {...field('status')} />
      <FilterText label={text.order} {...field('orderNo')} />
      <FilterPeriod from={search.from} to={search.to} onChange={set} />
      <Switch
        flex="none"
        mb={6}
        size="sm"
        label={text.failingFilter}
        checked={search.failing !== undefined}
        onChange={(event) => set({ failing: event.currentTarget.checked ? 'true' : undefined })}
      />
    </FilterBar>
  );
}
