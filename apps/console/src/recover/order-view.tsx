import { Badge, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { ApiFault } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';
import { Fact } from '../shared/fact.js';
import { Instant } from '../shared/instant.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { ReceiverLink } from '../shared/receiver-link.js';
import { useRedelivery } from '../shared/use-redelivery.js';
import { words } from '../words/words.js';
import { orderPercent, orderSentence } from './order-sentence.js';

type Order = Schemas['Redelivery'];

const LOOK = {
  running: { color: 'blue', Icon: IconLoader2 },
  done: { color: 'teal', Icon: IconCheck },
  cancelled: { color: 'orange', Icon: IconX },
} as const;

const RESULTS = ['delivered', 'pending', 'exhausted'] as const;

/** One order: how far it is and what came of it. */
export function OrderView({ redeliveryId }: { readonly redeliveryId: string }) {
  const query = useRedelivery(redeliveryId);
  const isUnknown = query.error instanceof ApiFault && query.error.status === 404;
  return (
    <Page
      title={isUnknown ? words.recover.unknownTitle : words.recover.orderTitle}
      actions={
        <ButtonLink to="/recover" variant="default">
          {words.recover.another}
        </ButtonLink>
      }
    >
      {isUnknown ? (
        <Text>{words.recover.unknown}</Text>
      ) : (
        <QueryView query={query}>
          {(order) => (
            <>
              <Progressing order={order} />
              <Facts order={order} />
              <Results order={order} />
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}

function Progressing({ order }: { readonly order: Order }) {
  const { color, Icon } = LOOK[order.state];
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="sm">
        <Group gap="sm" role="status">
          <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
            {words.recover.state[order.state]}
          </Badge>
          <Text fw={600}>{orderSentence(order)}</Text>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section
            value={orderPercent(order)}
            color={color}
            animated={order.state === 'running'}
            aria-label={words.recover.progressLabel}
          />
        </Progress.Root>
        {order.state === 'running' && (
          <Text size="sm" c="dimmed">
            {words.recover.leave}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Facts({ order: { receiverId, deliveryId, status, from, to, createdAt } }: { readonly order: Order }) {
  return (
    <Paper withBorder radius="md" p="md">
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 5 }} spacing="lg" verticalSpacing="sm">
        <Fact label={words.recover.orderTo}>
          <ReceiverLink receiverId={receiverId} />
        </Fact>
        <Fact label={words.recover.orderWhat}>
          {deliveryId === null ? (
            status !== null && words.recover.orderStatus[status]
          ) : (
            <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
              {words.recover.orderOne}
            </TextLink>
          )}
        </Fact>
        <Fact label={words.recover.orderFrom}>
          <Instant at={from} />
        </Fact>
        <Fact label={words.recover.orderTill}>
          <Instant at={to} />
        </Fact>
        <Fact label={words.recover.orderedAt}>
          <Instant at={createdAt} />
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

/** The deliveries of the period, by how they are now. */
function Results({ order: { receiverId, deliveryId, from, to } }: { readonly order: Order }) {
  if (deliveryId !== null || from === null) return null;
  const period = { receiverId, from, ...(to !== null && { to }) };
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {words.recover.results}
      </Title>
      <Group gap="xs">
        {RESULTS.map((status) => (
          <ButtonLink key={status} to="/deliveries" search={{ ...period, status }} variant="default" size="sm">
            {words.recover.result[status]}
          </ButtonLink>
        ))}
      </Group>
    </Stack>
  );
}
