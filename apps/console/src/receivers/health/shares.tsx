import '@mantine/core/styles/Progress.css';
import { Progress, Stack, Table, Text } from '@mantine/core';
import { words } from '../../words/words.js';

interface Named {
  readonly label: string;
  readonly isGood: boolean;
  readonly attempts: number;
  readonly part: number;
}

/** The attempts of each group, with their share of all. */
export function Shares({ shares }: { readonly shares: readonly Named[] }) {
  if (shares.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.receivers.health.noAttempts}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Table withRowBorders={false} verticalSpacing={3} horizontalSpacing={6}>
        <Table.Tbody>
          {shares.map(({ label, isGood, attempts, part }) => (
            <Table.Tr key={label}>
              <Table.Td w="45%">{label}</Table.Td>
              <Table.Td>
                <Progress value={part * 100} color={isGood ? 'teal' : 'red'} size="md" aria-label={label} />
              </Table.Td>
              <Table.Td w={80} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {attempts.toLocaleString('en')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
