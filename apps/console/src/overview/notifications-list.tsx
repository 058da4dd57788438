import { Group, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { nameOf, type Named } from '../shared/use-receivers.js';
import { Instant } from '../times/instant.js';
import { notificationsWords } from '../words/notifications.words.js';
import { entryText } from '../notifications/notification-text.js';

const text = notificationsWords;
const MOST_RECEIVERS = 3;

interface Props {
  /** At least one. */
  readonly newest: readonly Schemas['Notification'][];
  readonly receivers: readonly Named[];
}

/** The newest operational events of the account. */
export function NotificationsList({ newest, receivers }: Props) {
  return (
    <Stack component="section" gap="xs" aria-label={text.title}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {text.title}
        </Title>
        <Group gap="md">
          <TextLink to="/catalogue" search={{ event: newest[0]!.type }} size="sm">
            {text.about}
          </TextLink>
          <TextLink to="/notifications" size="sm">
            {text.all}
          </TextLink>
        </Group>
      </Group>
      {newest.map((notification) => (
        <Row key={notification.eventid} notification={notification} receivers={receivers} />
      ))}
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
    <Group gap="md" align="flex-start" wrap="nowrap">
      <Text size="sm" c="dimmed" w={150} flex="none">
        {type}
        <br />
        <Instant at={timestamp} relative />
      </Text>
      <div style={{ overflowWrap: 'anywhere' }}>
        {shown.map((entry) => (
          <Text key={`${entry.receiverId} ${entry.certificate ?? ''}`} size="sm">
            <TextLink to="/receivers/$receiverId" params={{ receiverId: entry.receiverId }} size="sm" underline="always">
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
      </div>
    </Group>
  );
}
