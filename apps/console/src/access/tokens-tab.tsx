import { Button, Group, Paper, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { QueryView } from '../shared/query-view.js';
import { Instant } from '../times/instant.js';
import { accessWords } from '../words/access.words.js';
import { NewToken } from './new-token.js';
import { RevokeToken } from './revoke-token.js';
import { SecretOnce } from './secret-once.js';
import { useTokens } from './use-tokens.js';

type Token = Schemas['Token'];

/** The tokens of the account: list, create, revoke. */
export function TokensTab() {
  const query = useTokens();
  const [isCreating, { open, close }] = useDisclosure();
  const [made, setMade] = useState<Schemas['NewToken']>();
  const [revoked, setRevoked] = useState<Token>();
  return (
    <>
      {made && (
        <SecretOnce
          title={accessWords.tokens.createdTitle}
          label={accessWords.tokens.secret}
          secret={made.token}
          onDone={() => setMade(undefined)}
        />
      )}
      <Group>
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          {accessWords.tokens.create}
        </Button>
      </Group>
      <QueryView query={query}>
        {(tokens) => (
          <>
            <TokenTable tokens={tokens} onRevoke={setRevoked} />
            {revoked && <RevokeToken token={revoked} tokens={tokens} onClose={() => setRevoked(undefined)} />}
          </>
        )}
      </QueryView>
      {isCreating && (
        <NewToken
          onClose={close}
          onMade={(token) => {
            setMade(token);
            close();
          }}
        />
      )}
    </>
  );
}

function TokenTable({ tokens, onRevoke }: { readonly tokens: readonly Token[]; readonly onRevoke: (token: Token) => void }) {
  return (
    <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing={6} highlightOnHover aria-label={accessWords.tokens.label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">{accessWords.tokens.id}</Table.Th>
            <Table.Th>{accessWords.note}</Table.Th>
            <Table.Th>{accessWords.scope}</Table.Th>
            <Table.Th visibleFrom="md">{accessWords.created}</Table.Th>
            <Table.Th visibleFrom="sm">{accessWords.tokens.lastUsed}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} onRevoke={onRevoke} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: Token; readonly onRevoke: (token: Token) => void }) {
  const { tokenId, note, scope, createdAt, lastUsedAt } = token;
  return (
    <Table.Tr>
      <Table.Td visibleFrom="sm">{tokenId}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {note === '' ? (
          <Text span size="sm" c="dimmed">
            {accessWords.noNote}
          </Text>
        ) : (
          note
        )}
      </Table.Td>
      <Table.Td>{accessWords.scopes[scope]}</Table.Td>
      <Table.Td visibleFrom="md">
        <Instant at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{lastUsedAt === null ? accessWords.tokens.never : <Instant at={lastUsedAt} relative />}</Table.Td>
      <Table.Td ta="right">
        <Button size="compact-sm" variant="default" onClick={() => onRevoke(token)} aria-label={accessWords.tokens.revokeLabel(tokenId)}>
          {accessWords.tokens.revoke}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
