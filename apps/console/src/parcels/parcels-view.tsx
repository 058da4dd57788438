import { Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, apiUrl } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { EmptyState } from '../lists/empty-state.js';
import { ExportButton } from '../lists/export-button.js';
import { fileRequest } from '../lists/spreadsheet.js';
import { NoMatch } from '../lists/no-match.js';
import { moreOf } from '../lists/virtual-table.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { parcelsWords } from '../words/parcels.words.js';
import { type ParcelFilter, toParcelFilter } from './parcel-filter.js';
import { ParcelFilters } from './parcel-filters.js';
import { ParcelsTable } from './parcels-table.js';
import { useFailingParcels, useParcels } from './use-parcels.js';

const text = parcelsWords;

export function ParcelsView() {
  const search = useSearch({ from: '/parcels' });
  const filter = toParcelFilter(search);
  return (
    <Page
      title={text.title}
      actions={
        <>
          <ZoneSwitch />
          <ExportButton key={JSON.stringify(filter)} name="parcels" load={() => fileOf(filter)} />
        </>
      }
    >
      <ParcelFilters search={search} />
      <ParcelList filter={filter} />
    </Page>
  );
}

const fileOf = (filter: ParcelFilter): Promise<Blob> => answerOf(api.GET('/exports/consignments.csv', fileRequest(filter)));

const NO_IDS: ReadonlySet<string> = new Set();

function ParcelList({ filter }: { readonly filter: ParcelFilter }) {
  const query = useParcels(filter);
  const { data: failing } = useFailingParcels(filter);
  const { data } = query;
  const parcels = useMemo(() => data?.pages.flatMap((page) => page.consignments) ?? [], [data]);
  const hasUnmarked = failing?.isComplete === false && filter.failing === undefined;
  return (
    <QueryView query={query}>
      {() =>
        parcels.length === 0 ? (
          <NoParcel isFiltered={Object.keys(filter).length > 0} />
        ) : (
          <div>
            <ParcelsTable parcels={parcels} failing={failing?.ids ?? NO_IDS} more={moreOf(query)} />
            {hasUnmarked && (
              <Text size="xs" c="dimmed" mt={6}>
                {text.manyFailing}
              </Text>
            )}
          </div>
        )
      }
    </QueryView>
  );
}

function NoParcel({ isFiltered }: { readonly isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/parcels' });
  if (!isFiltered) {
    return (
      <EmptyState
        title={text.noneTitle}
        action={
          <Button component="a" variant="default" href={`${apiUrl}/docs`} target="_blank" rel="noreferrer">
            {text.openReference}
          </Button>
        }
      >
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
