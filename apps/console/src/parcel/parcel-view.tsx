import { Stack, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiFault } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { CopyIcon } from '../shared/copy-text.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { courierName } from '../words/names.js';
import { parcelsWords } from '../words/parcels.words.js';
import { AskWhy } from './ask-why.js';
import { FailingReceivers } from './failing-receivers.js';
import { FindingAlert, FindingNote } from './finding-alert.js';
import { ParcelFacts } from './parcel-facts.js';
import { TimeLine } from './time-line.js';
import { entriesOf, failingReceivers, findingKey, looseFindings, severityOfFinding, shopperTextsOf } from './parcel-entries.js';
import { type ParcelKey, useExplanation, useParcel, useParcelDeliveries, useParcelEvents } from './use-parcel.js';

const text = parcelsWords;

/** One parcel: its status, its events and deliveries, and why a webhook did not come. */
export function ParcelView() {
  const parcel = useParams({ from: '/parcels/$courier/$trackingNumber' });
  const { event, receiverId } = useSearch({ from: '/parcels/$courier/$trackingNumber' });
  const asked = { ...(event !== undefined && { event }), ...(receiverId !== undefined && { receiverId }) };
  const query = useParcel(parcel);
  return (
    <Page
      title={parcel.trackingNumber}
      subtitle={
        <>
          {courierName(parcel.courier)} <CopyIcon text={parcel.trackingNumber} />
        </>
      }
      actions={
        query.data && (
          <ButtonLink
            to="/deliveries"
            search={{ courier: parcel.courier, trackingNumber: query.data.trackingNumber }}
            variant="default"
            size="sm"
          >
            {text.allDeliveries}
          </ButtonLink>
        )
      }
    >
      <QueryView query={query}>
        {(found) => (found === null ? <Unknown parcel={parcel} asked={asked} /> : <Known parcel={parcel} found={found} asked={asked} />)}
      </QueryView>
    </Page>
  );
}

interface Props {
  readonly parcel: ParcelKey;
  readonly asked: { readonly event?: string; readonly receiverId?: string };
}

function Unknown({ parcel, asked }: Props) {
  const query = useExplanation(parcel);
  return (
    <QueryView query={query}>
      {(explanation) => (
        <Stack>
          <Verdict explanation={explanation} title={text.unknownTitle} loose={looseFindings(explanation, [])} />
          <AskWhy parcel={parcel} asked={asked} />
        </Stack>
      )}
    </QueryView>
  );
}

function Known({ parcel, found, asked }: Props & { readonly found: Schemas['Consignment'] }) {
  const query = useExplanation(parcel);
  const { data: deliveries, error, refetch } = useParcelDeliveries(parcel);
  const { data: events } = useParcelEvents(found.consignmentId);
  const entries = useMemo(
    () =>
      entriesOf({
        parcel: found,
        explanation: query.data,
        deliveries: deliveries?.deliveries ?? [],
        shopperTexts: shopperTextsOf(events?.events ?? []),
      }),
    [found, query.data, deliveries, events],
  );
  return (
    <QueryView query={query}>
      {(explanation) => (
        <Stack gap="lg">
          <Verdict
            explanation={explanation}
            title={text.verdict[severityOfFinding(explanation.verdict)]}
            loose={looseFindings(explanation, entries)}
          />
          <FailingReceivers failing={failingReceivers(entries)} verdict={explanation.verdict} />
          {found.generation > 1 && (
            <Text size="sm">
              {text.generation(found.generation)}{' '}
              <TextLink to="/parcels" search={{ q: found.trackingNumber }} underline="always">
                {text.allOfNumber}
              </TextLink>
            </Text>
          )}
          <ParcelFacts parcel={found} />
          <AskWhy parcel={parcel} asked={asked} />
          {error instanceof ApiFault && <FaultAlert error={error} onRetry={() => void refetch()} />}
          {deliveries?.isCut && (
            <Text size="sm" role="status">
              {text.deliveriesCut(deliveries.deliveries.length)}
            </Text>
          )}
          <TimeLine entries={entries} />
        </Stack>
      )}
    </QueryView>
  );
}

interface VerdictProps {
  readonly explanation: Schemas['Explanation'];
  readonly title: string;
  readonly loose: Schemas['Finding'][];
}

function Verdict({ explanation: { verdict }, title, loose }: VerdictProps) {
  return (
    <Stack gap="xs">
      <FindingAlert finding={verdict} title={title} />
      {loose.map((finding) => (
        <FindingNote key={findingKey(finding)} finding={finding} />
      ))}
    </Stack>
  );
}
