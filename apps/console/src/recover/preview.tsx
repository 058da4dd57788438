import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas.js';
import { useMay } from '../session/session.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { Instant } from '../shared/instant.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { words } from '../words/words.js';
import { ConfirmOrder } from './confirm-order.js';
import { PreviewRows } from './preview-rows.js';
import { usePreview } from './use-preview.js';
import type { Wish } from './wish-form.js';

interface Props {
  readonly receiver: Schemas['ListedReceiver'] | undefined;
  readonly wish: Wish;
  readonly onOrdered: (order: Schemas['Redelivery']) => void;
}

/** How many webhooks the order would send, and which; then the order. */
export function Preview(props: Props) {
  const may = useMay('write');
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {words.recover.stepPreview}
        </Title>
        <div role="status" aria-live="polite">
          {props.receiver === undefined ? (
            <Note>{words.recover.previewWaits}</Note>
          ) : may ? (
            <Counted {...props} receiver={props.receiver} />
          ) : (
            <Note>{words.recover.previewNeedsWrite}</Note>
          )}
        </div>
      </Stack>
    </Paper>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

function Counted({ receiver, wish, onOrdered }: Props & { readonly receiver: Schemas['ListedReceiver'] }) {
  const [isConfirming, { open, close }] = useDisclosure();
  const { data, error, isFetching, refetch, dataUpdatedAt } = usePreview(receiver.receiverId, wish);
  if (error) return <FaultAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined || isFetching)
    return (
      <Group gap="sm">
        <Loader size="xs" />
        <Text size="sm">{words.recover.counting}</Text>
      </Group>
    );
  const countedAt = new Date(dataUpdatedAt).toISOString();
  // the order ends where the count ended: what was seen is sent, no more
  const meant = { ...wish, to: wish.to ?? countedAt };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="lg">
          {data.count === 0 ? words.recover.nothing : words.recover.count(data.count, data.countIsExact)}
        </Text>
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            {words.recover.countedAt} <Instant at={countedAt} relative />
          </Text>
          <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void refetch()}>
            {words.recover.countAgain}
          </Button>
        </Group>
      </Group>
      {data.count === 0 ? (
        <Note>{words.recover.nothingHint}</Note>
      ) : (
        <>
          <PreviewRows preview={data} />
          <Group>
            <ScopedButton
              needs="write"
              leftSection={<IconSend size={16} />}
              reason={receiver.enabled ? undefined : words.recover.paused}
              onClick={open}
            >
              {words.recover.send({ count: data.count, isExact: data.countIsExact, isFirst: wish.status === 'missing' })}
            </ScopedButton>
          </Group>
        </>
      )}
      {isConfirming && <ConfirmOrder receiver={receiver} wish={meant} preview={data} onClose={close} onOrdered={onOrdered} />}
    </Stack>
  );
}
