import { Badge, Box, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { answerOf, ApiFault } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { deliveryWords } from '../words/delivery.words.js';
import { words } from '../words/words.js';
import { StatusBadge } from './status-badge.js';
import { Attempts } from './attempts.js';
import { DeliveryFacts } from './delivery-facts.js';
import { attemptKey, deliveryVerdict, lastFailure } from './delivery-verdict.js';
import { Diagnosis } from './diagnosis.js';
import { SendAgainButton, SendAgainFault, useSendAgain } from './send-one-again.js';

const EVERY_MS = 3_000;
/** Says in the address that no attempt is open. */
const CLOSED = 'none';

const UNAUTHORIZED = 401;

type Delivery = Schemas['DeliveryDetail'];

/** One delivery: its state, the reason, and each attempt with its request and answer. */
export function DeliveryView() {
  const { deliveryId } = useParams({ from: '/deliveries/$deliveryId' });
  const query = useQuery({
    queryKey: ['deliveries', deliveryId],
    queryFn: () => answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? EVERY_MS : false),
  });
  if (query.error instanceof ApiFault && query.error.status === 404) return <UnknownDelivery />;
  return <QueryView query={query}>{(delivery) => <KnownDelivery key={delivery.deliveryId} delivery={delivery} />}</QueryView>;
}

function UnknownDelivery() {
  return (
    <Page title={deliveryWords.notFoundTitle}>
      <Text>{deliveryWords.notFound}</Text>
      <div>
        <ButtonLink to="/deliveries">{deliveryWords.toList}</ButtonLink>
      </div>
    </Page>
  );
}

function KnownDelivery({ delivery }: { readonly delivery: Delivery }) {
  const order = useSendAgain(delivery.deliveryId);
  const { attempt } = useSearch({ from: '/deliveries/$deliveryId' });
  const navigate = useNavigate({ from: '/deliveries/$deliveryId' });
  const newest = delivery.attempts.at(-1);
  const open = attempt ?? (newest ? attemptKey(newest) : CLOSED);
  return (
    <Page
      title={deliveryWords.titleOf(delivery.event)}
      subtitle={delivery.isTest && <Badge variant="outline">{deliveryWords.test}</Badge>}
      actions={
        <>
          <ZoneSwitch />
          <SendAgainButton delivery={delivery} order={order} />
        </>
      }
    >
      <SendAgainFault order={order} />
      <Verdict delivery={delivery} />
      <DeliveryFacts delivery={delivery} />
      <Attempts
        attempts={delivery.attempts}
        explained={lastFailure(delivery)}
        open={open === CLOSED ? null : open}
        onOpen={(key) => void navigate({ search: { attempt: key ?? CLOSED }, replace: true, resetScroll: false })}
      />
    </Page>
  );
}

function Verdict({ delivery }: { readonly delivery: Delivery }) {
  const failure = lastFailure(delivery);
  return (
    <Paper withBorder radius="md" p="md" role="status">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Box flex="none">
            <StatusBadge status={delivery.status} isFailing={delivery.status === 'pending' && failure !== undefined} />
          </Box>
          <Text fw={600}>{deliveryVerdict(delivery)}</Text>
        </Group>
        {failure && <Diagnosis diagnosis={failure.diagnosis} />}
        {failure?.httpStatus === UNAUTHORIZED && (
          <TextLink to="/receivers/$receiverId" params={{ receiverId: delivery.receiverId }} search={{ tab: 'credentials' }} size="sm">
            {words.receivers.advice.toCredentials}
          </TextLink>
        )}
      </Stack>
    </Paper>
  );
}
