import '@mantine/core/styles/Switch.css';
import { ActionIcon, Switch, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { fileRequest } from '../lists/spreadsheet.js';
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
const NOTHING: ReadonlySet<string> = new Set();

/** The deliveries that the filters leave. */
export function DeliveriesView() {
  const search = useSearch({ from: '/deliveries' });
  const filter = toDeliveryFilter(search);
  const key = JSON.stringify(filter);
  const isLive = search.live === '1';
  const [isAtTop, setAtTop] = useStateOf(key, true);
  const [selected, setSelected] = useStateOf(key, NOTHING);
  const query = useDeliveries(filter);
  const newest = useNewest(filter, isLive && isAtTop && query.data !== undefined);
  const { data } = query;
  const deliveries = useMemo(() => data?.pages.flatMap((page) => page.deliveries) ?? [], [data]);
  const fresh = useMemo(() => new Set(isLive ? newest.data?.flat() : []), [newest.data, isLive]);
  return (
    <Page
      title={text.title}
      actions={
        <>
          <LiveSwitch isLive={isLive} />
          {!isLive && (
            <Tooltip label={text.refresh}>
              <ActionIcon
                size={30}
                variant="default"
                loading={newest.isFetching}
                aria-label={text.refresh}
                onClick={() => void newest.refetch()}
              >
                <IconRefresh size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <ZoneSwitch />
          <ExportButton key={key} name="deliveries" load={() => fileOf(filter)} />
        </>
      }
    >
      <DeliveriesFilters search={search} />
      <Text size="sm" c="dimmed" role="status" display={isLive && !isAtTop ? undefined : 'none'}>
        {isLive && !isAtTop && text.livePaused}
      </Text>
      <SendAgain selected={deliveries.filter(({ deliveryId }) => selected.has(deliveryId))} onUnselect={() => setSelected(NOTHING)} />
      <QueryView query={query}>
        {() =>
          deliveries.length === 0 ? (
            <NoDelivery isFiltered={Object.values(filter).some((value) => value !== undefined)} />
          ) : (
            <DeliveriesTable
              key={key}
              deliveries={deliveries}
              fresh={fresh}
              selection={{ selected, onChange: setSelected }}
              more={moreOf(query)}
              onTop={setAtTop}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** A state that is the first again for another key. */
function useStateOf<T>(key: string, first: T): readonly [T, (value: T) => void] {
  const [state, setState] = useState({ key, value: first });
  return [state.key === key ? state.value : first, (value) => setState({ key, value })];
}

const fileOf = (filter: DeliveryFilter): Promise<Blob> => answerOf(api.GET('/exports/deliveries.csv', fileRequest(filter)));

function LiveSwitch({ isLive }: { readonly isLive: boolean }) {
  const navigate = useNavigate({ from: '/deliveries' });
  return (
    <Switch
      size="sm"
      label={text.live}
      title={text.liveHint}
      checked={isLive}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({ search: (before) => ({ ...before, live: checked ? '1' : undefined }), replace: true })
      }
    />
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
