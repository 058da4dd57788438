import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { accessWords } from '../words/access.words.js';
import { words } from '../words/words.js';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** A secret that the API shows only once. */
export function SecretOnce({ title, label, secret, children, onDone }: Props) {
  return (
    <Alert variant="default" icon={<IconCheck />} title={title} role="status">
      <Stack gap="sm">
        <Group gap="xs" align="flex-end">
          <TextInput
            label={label}
            value={secret}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            style={{ flex: 1, minWidth: 220 }}
          />
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
                {copied ? words.shared.copied : words.shared.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">
          {accessWords.shownOnce} {children}
        </Text>
        <div>
          <Button variant="default" size="xs" onClick={onDone}>
            {accessWords.done}
          </Button>
        </div>
      </Stack>
    </Alert>
  );
}
