import { Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { DELIVERY_KINDS, DELIVERY_STATUSES, OUTCOMES, WEBHOOK_EVENT_NAMES } from '../api/vocabulary.js';
import { FilterPeriod, FilterSelect, FilterText } from '../lists/filter-fields.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { words } from '../words/words.js';
import { type DeliverySearch, isHalfParcel, rareFilters } from './delivery-filter.js';

const text = deliveriesWords;
const STATUSES = DELIVERY_STATUSES.map((value) => ({ value, label: words.shared.status[value] }));
const EVENTS = WEBHOOK_EVENT_NAMES.map((value) => ({ value, label: value }));
const KINDS = DELIVERY_KINDS.map((value) => ({ value, label: text.kinds[value] }));
const OUTCOME_OPTIONS = OUTCOMES.map((value) => ({ value, label: words.shared.outcome[value] }));

interface Props {
  readonly search: DeliverySearch;
}

/** The filters of the list. The address holds all of them. */
export function DeliveriesFilters({ search }: Props) {
  const navigate = useNavigate({ from: '/deliveries' });
  const receivers = useKnownReceivers().map(({ receiverId, name }) => ({ value: receiverId, label: name }));
  const rare = rareFilters(search);
  const [isOpen, { toggle }] = useDisclosure(rare > 0);
  const field = useField(search);
  const { live, zone: _, ...filters } = search;
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <FilterSelect label={text.filters.status} options={STATUSES} {...field('status')} />
        <FilterSelect label={text.filters.receiverId} options={receivers} {...field('receiverId')} />
        <FilterSelect label={text.filters.event} options={EVENTS} {...field('event')} />
        <FilterText label={text.filters.orderNo} {...field('orderNo')} />
        <FilterPeriod from={search.from} to={search.to} onChange={(name, value) => field(name).onChange(value)} />
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
          {rare > 0 ? text.moreActive(rare) : text.more}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button size="xs" variant="subtle" onClick={() => void navigate({ search: live === undefined ? {} : { live }, replace: true })}>
            {words.shared.clearFilters}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <RareFilters search={search} />
      </Collapse>
    </div>
  );
}

function RareFilters({ search }: Props) {
  const field = useField(search);
  return (
    <>
      <Group gap="sm" align="flex-end" mt="sm">
        <FilterSelect label={text.filters.kind} options={KINDS} {...field('kind')} />
        <FilterSelect label={text.filters.outcome} options={OUTCOME_OPTIONS} {...field('outcome')} />
        <FilterText label={text.filters.httpStatus} type="number" {...field('httpStatus')} />
        <FilterText label={text.filters.client} {...field('client')} />
        <FilterText label={text.filters.courier} {...field('courier')} />
        <FilterText label={text.filters.trackingNumber} {...field('trackingNumber')} />
        <FilterText label={text.filters.eventid} {...field('eventid')} />
      </Group>
      {isHalfParcel(search) && (
        <Text size="sm" mt="xs" role="status">
          {text.pair}
        </Text>
      )}
    </>
  );
}

function useField(search: DeliverySearch) {
  const navigate = useNavigate({ from: '/deliveries' });
  return (name: keyof DeliverySearch) => ({
    value: search[name],
    onChange: (value: string | undefined): void => void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true }),
  });
}
