import { Badge, Button, Group, Paper, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { signOut } from '../api/session.js';
import { Confirm } from '../shared/confirm.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { QueryView } from '../shared/query-view.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { useSessions, useTokens } from './use-tokens.js';

type Listed = Schemas['ListedSession'];

/** The open sessions. */
export function SessionsTab() {
  const query = useSessions();
  return (
    <QueryView query={query}>
      {({ sessions }) =>
        sessions.length === 0 ? <Text c="dimmed">{accessWords.sessions.none}</Text> : <SessionTable sessions={sessions} />
      }
    </QueryView>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly Listed[] }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = useMutation({ mutationFn: signOut });
  const { mutate, error } = useMutation({
    mutationFn: (sessionId: string) => answerOf(api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: () => {
      notifications.show({ message: accessWords.sessions.ended });
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <>
      {error && <FaultAlert error={error} />}
      <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing={6} aria-label={accessWords.sessions.label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{accessWords.sessions.openedBy}</Table.Th>
              <Table.Th>{accessWords.scope}</Table.Th>
              <Table.Th visibleFrom="sm">{accessWords.created}</Table.Th>
              <Table.Th visibleFrom="xs">{accessWords.expires}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                onEnd={() => (session.isCurrent ? setLeaving(true) : mutate(session.sessionId))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {isLeaving && (
        <Confirm
          title={accessWords.sessions.endTitle}
          action={accessWords.sessions.end}
          isBusy={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate()}
          onClose={() => setLeaving(false)}
        >
          <Text size="sm">{accessWords.sessions.endText}</Text>
        </Confirm>
      )}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Listed; readonly onEnd: () => void }) {
  const { openedBy, tokenId, note, scope, createdAt, expiresAt, isCurrent } = session;
  const tokenNote = useTokens().data?.find((token) => token.tokenId === tokenId)?.note;
  const by = openedBy === 'link' ? accessWords.sessions.link(tokenId) : accessWords.sessions.token(tokenId);
  const shownNote = openedBy === 'link' ? note : tokenNote;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text size="sm">{by}</Text>
          {isCurrent && <Badge variant="light">{accessWords.sessions.current}</Badge>}
        </Group>
        {shownNote && (
          <Text size="xs" c="dimmed">
            {shownNote}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{accessWords.scopes[scope]}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Instant at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Instant at={expiresAt} relative />
      </Table.Td>
      <Table.Td ta="right">
        <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={accessWords.sessions.endLabel(by)}>
          {accessWords.sessions.end}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
