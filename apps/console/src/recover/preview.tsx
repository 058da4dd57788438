import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas.js';
import { useMay } from '../api/session.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { Instant } from '../times/instant.js';
import { recoverWords } from '../words/recover.words.js';
import { ConfirmOrders } from './confirm-orders.js';
import { type Ordered, type Recoverable, useRecoverable } from './recoverable.js';
import { PreviewRows } from './preview-rows.js';
import classes from './recover.module.css';
import { Refusals } from './refusals.js';
import { partsText, recoverRequestsOf, type RecoverOptions } from './recover-options.js';

interface Props {
  readonly receivers: readonly Schemas['ListedReceiver'][];
  readonly options: RecoverOptions;
  readonly onOrdered: (ordered: Ordered) => void;
}

/** Shows how many webhooks the orders would send, and which; then makes the orders. */
export function Preview(props: Props) {
  const may = useMay('write');
  if (props.receivers.length === 0) return <Framed>{recoverWords.previewWaits}</Framed>;
  return may ? <Counted {...props} /> : <Framed>{recoverWords.previewNeedsWrite}</Framed>;
}

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <Paper withBorder p="md">
    <Text size="sm" c="dimmed" role="status">
      {children}
    </Text>
  </Paper>
);

function Counted({ receivers, options, onOrdered }: Props) {
  // a receiver that is off gets nothing, and an order for it is refused
  const ready = receivers.filter(({ enabled }) => enabled);
  const requests = recoverRequestsOf(
    ready.map(({ receiverId }) => receiverId),
    options,
  );
  const { recoverable, refusals, error, countAgain } = useRecoverable(requests);
  return (
    <>
      <Paper withBorder p="md">
        <Stack gap="md" role="status" aria-live="polite">
          <Title order={2} size="h4">
            {recoverWords.stepPreview}
          </Title>
          {error && <FaultAlert error={error} onRetry={countAgain} />}
          <Refusals refusals={refusals} />
          {!error && recoverable === undefined && <Counting />}
          {recoverable?.count === 0 && (
            <Text size="sm" c="dimmed">
              {ready.length === 0 ? recoverWords.allSwitchedOff : recoverWords.nothingHint}
            </Text>
          )}
          {recoverable && recoverable.count > 0 && options.kinds.length > 1 && <Text size="sm">{partsText(recoverable)}</Text>}
          {recoverable && recoverable.count > 0 && <PreviewRows recoverable={recoverable} />}
        </Stack>
      </Paper>
      <Bar recoverable={error ? undefined : recoverable} countAgain={countAgain} onOrdered={onOrdered} />
    </>
  );
}

const Counting = () => (
  <Group gap="sm">
    <Loader size="xs" />
    <Text size="sm">{recoverWords.counting}</Text>
  </Group>
);

interface BarProps {
  readonly recoverable: Recoverable | undefined;
  readonly countAgain: () => void;
  readonly onOrdered: (ordered: Ordered) => void;
}

/** Stays in sight however long the page is. */
function Bar({ recoverable, countAgain, onOrdered }: BarProps) {
  const [isConfirming, { open, close }] = useDisclosure();
  const isNone = recoverable === undefined || recoverable.count === 0;
  return (
    <Group className={classes.bar} justify="space-between" gap="sm">
      <div>
        <Text fw={600}>
          {recoverable === undefined ? recoverWords.counting : recoverWords.wouldBeSent(recoverable.count, recoverable.countIsExact)}
        </Text>
        {recoverable && (
          <Text size="xs" c="dimmed">
            {recoverWords.countedAt} <Instant at={recoverable.countedAt} relative />
          </Text>
        )}
      </div>
      <Group gap="sm">
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={countAgain}>
          {recoverWords.countAgain}
        </Button>
        <ScopedButton needs="write" leftSection={<IconSend size={16} aria-hidden />} disabled={isNone} onClick={open}>
          {isNone ? recoverWords.sendNothing : recoverWords.send(recoverable.count, recoverable.countIsExact)}
        </ScopedButton>
      </Group>
      {isConfirming && !isNone && <ConfirmOrders recoverable={recoverable} onClose={close} onOrdered={onOrdered} />}
    </Group>
  );
}
