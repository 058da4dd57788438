import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../lists/empty-state.js';
import { ParcelsTable } from '../parcels/parcels-table.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { searchWords } from '../words/search.words.js';
import { words } from '../words/words.js';
import { ExplainForm } from './explain-form.js';
import { find, type Found } from './find.js';

const text = searchWords;
const NO_IDS: ReadonlySet<string> = new Set();

/** The results of a search. It opens a single result at once. */
export function SearchView() {
  const { q = '' } = useSearch({ from: '/search' });
  if (q === '') {
    return (
      <Page title={text.title}>
        <EmptyState title={text.emptyTitle}>{words.shared.searchNothingHint}</EmptyState>
      </Page>
    );
  }
  return <Results q={q} />;
}

function Results({ q }: { readonly q: string }) {
  const query = useQuery({ queryKey: ['search', q], queryFn: () => find(q), gcTime: 0 });
  return <QueryView query={query}>{(found) => <Answer q={q} found={found} />}</QueryView>;
}

function Answer({ q, found }: { readonly q: string; readonly found: Found }) {
  if (found.kind === 'delivery') return <Navigate replace to="/deliveries/$deliveryId" params={{ deliveryId: found.deliveryId }} />;
  if (found.kind === 'parcel') {
    const { courier, trackingNumber, eventid } = found;
    return (
      <Navigate
        replace
        to="/parcels/$courier/$trackingNumber"
        params={{ courier, trackingNumber }}
        {...(eventid !== undefined && { hash: eventid })}
      />
    );
  }
  if (found.kind === 'several') {
    return (
      <Page title={text.resultsFor(q)} subtitle={text.several}>
        <ParcelsTable parcels={found.parcels} failing={NO_IDS} />
      </Page>
    );
  }
  return (
    <Page title={text.title}>
      <EmptyState title={words.shared.searchNothing(q)}>
        <Text size="sm">{words.shared.searchNothingHint}</Text>
      </EmptyState>
      <ExplainForm q={q} />
    </Page>
  );
}
