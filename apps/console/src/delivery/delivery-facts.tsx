import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { CopyText } from '../shared/copy-text.js';
import { Fact } from '../shared/fact.js';
import { TextLink } from '../shared/links.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { Instant } from '../times/instant.js';
import { countdown } from '../times/time.js';
import { useNow } from '../times/use-now.js';
import { deliveryWords } from '../words/delivery.words.js';
import { courierName } from '../words/names.js';
import { words } from '../words/words.js';

type Delivery = Schemas['DeliveryDetail'];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The receiver, the parcel and the times of a delivery. An operational event has no parcel. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { receiverId, kind, orderNo, createdAt, nextAttemptAt, round, deliveryId, eventid } = delivery;
  const isOfParcel = kind !== 'operational';
  return (
    <Paper withBorder radius="md" p="md">
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="lg" verticalSpacing="sm">
        <Fact label={deliveryWords.receiver}>
          <ReceiverLink receiverId={receiverId} />
        </Fact>
        {isOfParcel && (
          <Fact label={deliveryWords.parcel}>
            <Parcel delivery={delivery} />
          </Fact>
        )}
        {isOfParcel && <Fact label={deliveryWords.order}>{orderNo ?? '–'}</Fact>}
        <Fact label={deliveryWords.sent}>{round === 1 ? deliveryWords.byEvent : capitalised(words.shared.onRequest(round))}</Fact>
        <Fact label={deliveryWords.created}>
          <Instant at={createdAt} />
        </Fact>
        <Fact label={deliveryWords.nextAttempt}>
          {nextAttemptAt === null ? deliveryWords.noNextAttempt : <NextAttempt at={nextAttemptAt} />}
        </Fact>
        <Fact label={deliveryWords.deliveryId}>
          <CopyText text={deliveryId} />
        </Fact>
        <Fact label={deliveryWords.eventid}>
          <CopyText text={eventid} />
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

function Parcel({ delivery: { courier, trackingNumber, isTest } }: { readonly delivery: Delivery }) {
  if (isTest) return deliveryWords.testHint;
  if (courier === null || trackingNumber === null) return deliveryWords.noParcel;
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
        {isDue ? deliveryWords.dueNow : deliveryWords.countdown(countdown(Date.parse(at), nowMs))}
      </Text>{' '}
      <Text span size="xs" c="dimmed">
        <Instant at={at} />
      </Text>
    </>
  );
}
