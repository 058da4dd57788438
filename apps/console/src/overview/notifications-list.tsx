import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { REFRESH_MS } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { nameOf, type Named } from '../shared/use-receivers.js';
import { Instant } from '../times/instant.js';
import { words } from '../words/words.js';
import { entryText } from './notification-text.js';

const text = words.overview.notifications;
const SHOWN = 5;
const MOST_RECEIVERS = 3;

/** The newest operational events of the account. Nothing is shown before the first event. */
export function NotificationsList({ receivers }: { readonly receivers: readonly Named[] }) {
  const { data } = useQuery({
    queryKey: ['notifications'],
    queryFn: () => answerOf(api.GET('/notifications', { params: { query: { limit: SHOWN } } })),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || data.notifications.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={text.title}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {text.title}
        </Title>
        <Group gap="md">
          <TextLink to="/catalogue" search={{ event: data.notifications[0]!.type }} size="sm">
            {text.about}
          </TextLink>
          <TextLink to="/deliveries" search={{ kind: 'operational' }} size="sm">
            {text.all}
          </TextLink>
        </Group>
      </Group>
      <Table verticalSpacing={4} aria-label={text.title}>
        <Table.Tbody>
          {data.notifications.map((notification) => (
            <Row key={notification.eventid} notification={notification} receivers={receivers} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

interface RowProps {
  readonly notification: Schemas['Notification'];
  readonly receivers: readonly Named[];
}

function Row({ notification: { type, timestamp, data }, receivers }: RowProps) {
  const shown = data.receivers.slice(0, MOST_RECEIVERS);
  const more = data.receivers.length - shown.length;
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
        <Instant at={timestamp} relative />
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
        {type}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {shown.map((entry) => (
          <Text key={`${entry.receiverId} ${entry.certificate ?? ''}`} size="sm">
            <TextLink to="/receivers/$receiverId" params={{ receiverId: entry.receiverId }} size="sm">
              {nameOf(receivers, entry.receiverId)}
            </TextLink>
            : {entryText(type, entry)}
          </Text>
        ))}
        {more > 0 && (
          <Text size="sm" c="dimmed">
            {text.more(more)}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
