import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFault } from '../api/fault.js';
import { words } from '../words/words.js';

interface Props {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** A refusal in the words of the API, with the field of each fault. */
export function FaultAlert({ error, onRetry }: Props) {
  const items = error instanceof ApiFault ? error.items : [{ detail: error.message, attr: null }];
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />}>
      <Stack gap="xs" align="flex-start">
        {items.map(({ detail, attr }) => (
          <Text key={`${attr} ${detail}`} size="sm">
            {attr === null ? '' : `${attr}: `}
            {detail}
          </Text>
        ))}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {words.shared.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
