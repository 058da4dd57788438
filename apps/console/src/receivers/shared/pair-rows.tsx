import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Row {
  readonly id: string;
  /** The inputs of the pair. */
  readonly fields: ReactNode;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

interface Props {
  readonly rows: readonly Row[];
  /** The text of the API about wrong pairs. */
  readonly fault: string | undefined;
  readonly addLabel: string;
  readonly isFull?: boolean;
  readonly onAdd: () => void;
}

/** Pairs of texts that a person adds and removes: headers, notes. */
export function PairRows({ rows, fault, addLabel, isFull = false, onAdd }: Props) {
  return (
    <Stack gap="xs">
      {rows.map(({ id, fields, removeLabel, onRemove }) => (
        <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
          {fields}
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={removeLabel} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {fault && (
        <Text size="sm" c="red">
          {fault}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        disabled={isFull}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </Stack>
  );
}
