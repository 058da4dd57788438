import { Button, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiUrl } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { useMay, useSession } from '../api/session.js';
import { EmptyState } from '../lists/empty-state.js';
import { CodeBlock } from '../shared/code-block.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { QueryView } from '../shared/query-view.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { NewLink } from './new-link.js';
import { SecretOnce } from './secret-once.js';
import { useSessions } from './use-tokens.js';

/** Links that sign a person in: make one, see the open ones, end them. */
export function LinksTab() {
  const { account, openedBy } = useSession();
  const mayList = useMay('generate');
  const [made, setMade] = useState<Schemas['NewSessionLink']>();
  return (
    <>
      {made && (
        <SecretOnce
          title={accessWords.links.createdTitle}
          label={accessWords.links.address}
          secret={`${apiUrl}${made.path}`}
          onDone={() => setMade(undefined)}
        >
          {accessWords.links.worksUntil} <Instant at={made.expiresAt} />.
        </SecretOnce>
      )}
      {openedBy === 'link' ? (
        <EmptyState title={accessWords.links.linkOpenedTitle}>{accessWords.links.linkOpened}</EmptyState>
      ) : (
        <NewLink onMade={setMade} />
      )}
      {mayList && <OpenLinks />}
      <Stack gap="xs">
        <Title order={2} size="h4">
          {accessWords.links.platformTitle}
        </Title>
        <Text size="sm" maw={720}>
          {accessWords.links.platform}
        </Text>
        <CodeBlock label={accessWords.links.snippetLabel} text={accessWords.links.snippet(apiUrl, account)} />
      </Stack>
    </>
  );
}

function OpenLinks() {
  const query = useSessions();
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {accessWords.links.openTitle}
      </Title>
      <QueryView query={query}>
        {({ links }) =>
          links.length === 0 ? (
            <Text size="sm" c="dimmed">
              {accessWords.links.none}
            </Text>
          ) : (
            <LinkTable links={links} />
          )
        }
      </QueryView>
    </Stack>
  );
}

function LinkTable({ links }: { readonly links: readonly Schemas['ListedSessionLink'][] }) {
  const { mutate, error } = useMutation({
    mutationFn: (linkId: string) => answerOf(api.DELETE('/sessions/links/{linkId}', { params: { path: { linkId } } })),
    onSuccess: () => {
      notifications.show({ message: accessWords.links.ended });
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <>
      {error && <FaultAlert error={error} />}
      <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing={6} aria-label={accessWords.links.openLabel}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{accessWords.note}</Table.Th>
              <Table.Th>{accessWords.scope}</Table.Th>
              <Table.Th visibleFrom="sm">{accessWords.links.by}</Table.Th>
              <Table.Th>{accessWords.expires}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.map(({ linkId, note, scope, tokenId, expiresAt }) => (
              <Table.Tr key={linkId}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{note === '' ? accessWords.noNote : note}</Table.Td>
                <Table.Td>{accessWords.scopes[scope]}</Table.Td>
                <Table.Td visibleFrom="sm">{accessWords.sessions.token(tokenId)}</Table.Td>
                <Table.Td>
                  <Instant at={expiresAt} relative />
                </Table.Td>
                <Table.Td ta="right">
                  <Button size="compact-sm" variant="default" onClick={() => mutate(linkId)} aria-label={accessWords.links.endLabel(note)}>
                    {accessWords.links.end}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </>
  );
}
