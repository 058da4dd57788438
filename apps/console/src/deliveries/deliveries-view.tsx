import '@mantine/core/styles/Switch.css';
import { Button, Group, Switch, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { spreadsheetFormat } from '../lists/spreadsheet.js';
import { NoMatch } from '../lists/no-match.js';
import { moreOf } from '../lists/virtual-table.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { DeliveriesFilters } from './deliveries-filters.js';
import { DeliveriesTable } from './deliveries-table.js';
import { type DeliveryFilter, toDeliveryFilter } from './delivery-filter.js';
import { SendAgain } from './send-again.js';
import { useDeliveries, useNewest } from './use-deliveries.js';

const text = deliveriesWords;

export function DeliveriesView() {
  const search = useSearch({ from: '/deliveries' });
  const filter = toDeliveryFilter(search);
  return (
    <Page title={text.title}>
      <DeliveriesFilters search={search} />
      <DeliveryList key={JSON.stringify(filter)} filter={filter} isLive={search.live === '1'} />
    </Page>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function DeliveryList({ filter, isLive }: { readonly filter: DeliveryFilter; readonly isLive: boolean }) {
  const [isAtTop, setAtTop] = useState(true);
  const [selected, setSelected] = useState(NOTHING);
  const query = useDeliveries(filter);
  const newest = useNewest(filter, isLive && isAtTop && query.data !== undefined);
  const { data } = query;
  const deliveries = useMemo(() => data?.pages.flatMap((page) => page.deliveries) ?? [], [data]);
  const fresh = useMemo(() => new Set(isLive ? newest.data?.flat() : []), [newest.data, isLive]);
  return (
    <>
      <Group gap="md">
        <LiveSwitch isLive={isLive} isPaused={!isAtTop} />
        {!isLive && (
          <Button size="xs" variant="default" loading={newest.isFetching} onClick={() => void newest.refetch()}>
            {text.refresh}
          </Button>
        )}
        <Group gap="sm" ml={{ sm: 'auto' }}>
          <ZoneSwitch />
          <ExportButton name="deliveries" load={() => fileOf(filter)} />
        </Group>
      </Group>
      <SendAgain selected={deliveries.filter(({ deliveryId }) => selected.has(deliveryId))} onUnselect={() => setSelected(NOTHING)} />
      <QueryView query={query}>
        {() =>
          deliveries.length === 0 ? (
            <NoDelivery isFiltered={Object.values(filter).some((value) => value !== undefined)} />
          ) : (
            <DeliveriesTable
              deliveries={deliveries}
              fresh={fresh}
              selection={{ selected, onChange: setSelected }}
              more={moreOf(query)}
              onTop={setAtTop}
            />
          )
        }
      </QueryView>
    </>
  );
}

const fileOf = (query: DeliveryFilter): Promise<Blob> =>
  answerOf(
    api.GET('/exports/deliveries.csv', { params: { query: { ...query, ...spreadsheetFormat(navigator.language) } }, parseAs: 'blob' }),
  );

function LiveSwitch({ isLive, isPaused }: { readonly isLive: boolean; readonly isPaused: boolean }) {
  const navigate = useNavigate({ from: '/deliveries' });
  return (
    <>
      <Switch
        label={text.live}
        checked={isLive}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({ search: (before) => ({ ...before, live: checked ? '1' : undefined }), replace: true })
        }
      />
      <Text size="sm" c="dimmed" role="status">
        {isLive && isPaused ? text.livePaused : text.liveHint}
      </Text>
    </>
  );
}

function NoDelivery({ isFiltered }: { readonly isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/deliveries' });
  if (!isFiltered) {
    return (
      <EmptyState title={text.noneTitle} action={<ButtonLink to="/">{text.toOverview}</ButtonLink>}>
        {text.none}
      </EmptyState>
    );
  }
  return (
    <NoMatch title={text.noMatchTitle} onClear={() => void navigate({ search: {} })}>
      {text.noMatch}
    </NoMatch>
  );
}
