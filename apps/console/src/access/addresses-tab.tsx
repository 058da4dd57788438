import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { EmptyState } from '../lists/empty-state.js';
import { CodeBlock } from '../shared/code-block.js';
import { CopyText } from '../shared/copy-text.js';
import { QueryView } from '../shared/query-view.js';
import { accessWords } from '../words/access.words.js';

/** The addresses that webhooks come from. */
export function AddressesTab() {
  const query = useQuery({
    queryKey: ['sender-addresses'],
    queryFn: () => answerOf(api.GET('/sender-addresses')),
  });
  return (
    <QueryView query={query}>
      {({ addresses }) =>
        addresses.length === 0 ? (
          <EmptyState title={accessWords.addresses.noneTitle}>{accessWords.addresses.none}</EmptyState>
        ) : (
          <Stack>
            <Text size="sm">{accessWords.addresses.allow}</Text>
            <Paper
              component="ul"
              withBorder
              radius="md"
              p="md"
              m={0}
              aria-label={accessWords.addresses.label}
              style={{ listStyle: 'none' }}
            >
              {addresses.map((address) => (
                <li key={address}>
                  <CopyText text={address} />
                </li>
              ))}
            </Paper>
            {addresses.length > 1 && (
              <>
                <Text size="sm">{accessWords.addresses.copyAll}</Text>
                <CodeBlock label={accessWords.addresses.copyAll} text={addresses.join('\n')} />
              </>
            )}
          </Stack>
        )
      }
    </QueryView>
  );
}
