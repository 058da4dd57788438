import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { CopyText } from '../shared/copy-text.js';
import { Fact } from '../shared/fact.js';
import { Instant } from '../shared/instant.js';
import { TextLink } from '../shared/links.js';
import { courierName } from '../shared/names.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { countdown } from '../shared/time.js';
import { useNow } from '../shared/use-now.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { words } from '../words/words.js';

type Delivery = Schemas['DeliveryDetail'];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where it goes, what it is about, and when. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { receiverId, orderNo, createdAt, nextAttemptAt, round, deliveryId, eventid } = delivery;
  return (
    <Paper withBorder radius="md" p="md">
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="lg" verticalSpacing="sm">
        <Fact label={deliveriesWords.receiver}>
          <ReceiverLink receiverId={receiverId} />
        </Fact>
        <Fact label={deliveriesWords.parcel}>
          <Parcel delivery={delivery} />
        </Fact>
        <Fact label={deliveriesWords.order}>{orderNo ?? '–'}</Fact>
        <Fact label={deliveriesWords.sent}>{round === 1 ? deliveriesWords.byEvent : capitalised(words.shared.onRequest(round))}</Fact>
        <Fact label={deliveriesWords.created}>
          <Instant at={createdAt} />
        </Fact>
        <Fact label={deliveriesWords.nextAttempt}>
          {nextAttemptAt === null ? deliveriesWords.noNextAttempt : <NextAttempt at={nextAttemptAt} />}
        </Fact>
        <Fact label={deliveriesWords.deliveryId}>
          <CopyText text={deliveryId} />
        </Fact>
        <Fact label={deliveriesWords.eventid}>
          <CopyText text={eventid} />
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

function Parcel({ delivery: { courier, trackingNumber, isTest } }: { readonly delivery: Delivery }) {
  if (isTest) return deliveriesWords.testHint;
  if (courier === null || trackingNumber === null) return deliveriesWords.noParcel;
  return (
    <>
      <TextLink to="/parcels/$courier/$trackingNumber" params={{ courier, trackingNumber }}>
        {trackingNumber}
      </TextLink>{' '}
      <Text span size="sm" c="dimmed">
        {courierName(courier)}
      </Text>
    </>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  const nowMs = useNow(1_000);
  const isDue = Date.parse(at) <= nowMs;
  return (
    <>
      <Text span fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {isDue ? deliveriesWords.dueNow : deliveriesWords.countdown(countdown(Date.parse(at), nowMs))}
      </Text>{' '}
      <Text span size="xs" c="dimmed">
        <Instant at={at} />
      </Text>
    </>
  );
}
