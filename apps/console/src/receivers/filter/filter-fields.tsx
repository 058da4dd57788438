import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import type { Schemas, WebhookEventName } from '../../api/schemas.js';
import { FilterPreview } from './filter-preview.js';
import { ValuePicker } from './value-picker.js';
import { type Filter, FILTER_LISTS } from './wish.js';

interface Props {
  readonly events: readonly WebhookEventName[];
  readonly value: Filter;
  readonly onChange: (filter: Filter) => void;
  /** Returns the text of the API about a wrong field. */
  readonly faultAt: (attr: string) => string | undefined;
}

const useValues = () => useQuery({ queryKey: ['filter-values'], queryFn: () => answerOf(api.GET('/filter-values')), staleTime: 60_000 });

/** The lists of a filter, and what the draft would have taken. */
export function FilterFields({ events, value, onChange, faultAt }: Props) {
  const values: Partial<Schemas['FilterValues']> = useValues().data ?? {};
  const knownOf = (list: keyof Filter) => (list in values ? (values[list as keyof typeof values] as Schemas['FilterValue'][]) : []);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {FILTER_LISTS.map((list) => (
          <ValuePicker
            key={list}
            list={list}
            value={value[list]}
            known={knownOf(list)}
            onChange={(next) => onChange({ ...value, [list]: next })}
            error={faultAt(`filter.${list}`)}
          />
        ))}
      </SimpleGrid>
      <FilterPreview events={events} filter={value} />
    </Stack>
  );
}
