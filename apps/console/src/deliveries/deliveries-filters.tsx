import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DELIVERY_KINDS, DELIVERY_STATUSES, OUTCOMES, WEBHOOK_EVENT_NAMES } from '../api/vocabulary.js';
import { activeFilters } from '../lists/active-filters.js';
import { FilterBar } from '../lists/filter-bar.js';
import { type Change, FilterSelect, FilterText } from '../lists/filter-fields.js';
import { FilterPeriod } from '../lists/filter-period.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { words } from '../words/words.js';
import { type DeliverySearch, isHalfParcel, rareFilters } from './delivery-filter.js';

const text = deliveriesWords;
const STATUSES = DELIVERY_STATUSES.map((value) => ({ value, label: words.shared.status[value] }));
const EVENTS = WEBHOOK_EVENT_NAMES.map((value) => ({ value, label: value }));
const KINDS = DELIVERY_KINDS.map((value) => ({ value, label: text.kinds[value] }));
const OUTCOME_OPTIONS = OUTCOMES.map((value) => ({ value, label: words.shared.outcome[value] }));

/** The filters of the list. The address holds all of them. */
export function DeliveriesFilters({ search }: { readonly search: DeliverySearch }) {
  const navigate = useNavigate({ from: '/deliveries' });
  const { live: _, zone: __, ...filters } = search;
  const receivers = useKnownReceivers().map(({ receiverId, name }) => ({ value: receiverId, label: name }));
  const set = (change: Change<DeliverySearch>): void => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const field = (name: keyof DeliverySearch) => ({
    label: text.filters[name as keyof typeof text.filters],
    value: search[name],
    onChange: (value: string | undefined) => set({ [name]: value }),
  });
  return (
    <div>
      <FilterBar
        active={activeFilters(filters)}
        activeRare={rareFilters(search)}
        onClear={() => void navigate({ search: ({ live }) => (live === undefined ? {} : { live }), replace: true })}
        rare={
          <>
            <FilterSelect {...field('kind')} options={KINDS} />
            <FilterSelect {...field('outcome')} options={OUTCOME_OPTIONS} />
            <FilterText {...field('httpStatus')} type="number" />
            <FilterText {...field('client')} />
            <FilterText {...field('courier')} />
            <FilterText {...field('trackingNumber')} />
            <FilterText {...field('eventid')} />
          </>
        }
      >
        <FilterSelect {...field('status')} options={STATUSES} />
        <FilterSelect {...field('receiverId')} options={receivers} />
        <FilterSelect {...field('event')} options={EVENTS} />
        <FilterText {...field('orderNo')} />
        <FilterPeriod from={search.from} to={search.to} onChange={set} />
      </FilterBar>
      {isHalfParcel(search) && (
        <Text size="sm" mt="xs" role="status">
          {text.pair}
        </Text>
      )}
    </div>
  );
}
