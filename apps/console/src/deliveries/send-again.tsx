import '@mantine/core/styles/Progress.css';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../api/schemas.js';
import { numbersOf } from '../recover/order-numbers.js';
import { OrdersProgress } from '../recover/orders-progress.js';
import { useRedeliveries } from '../recover/use-redelivery.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { deliveriesWords } from '../words/deliveries.words.js';
import { dismissRun, type Run, startRun, stopRun, useRun } from './send-again-run.js';

const text = deliveriesWords;

interface Props {
  readonly selected: readonly Schemas['Delivery'][];
  readonly onUnselect: () => void;
}

/** Sends the selected deliveries again and shows the progress. */
export function SendAgain({ selected, onUnselect }: Props) {
  const run = useRun();
  const client = useQueryClient();
  if (run !== undefined && (run.state === 'running' || selected.length === 0)) return <Running run={run} />;
  if (selected.length === 0) return null;
  const ended = selected.filter(({ status }) => status !== 'pending');
  const send = async (): Promise<void> => {
    onUnselect();
    const { state, done, faults, redeliveryIds } = await startRun(ended.map(({ deliveryId }) => deliveryId));
    // a run that went well and is not followed needs only a notification
    if (state === 'finished' && faults.size === 0 && redeliveryIds.length > MOST_FOLLOWED) dismissRun();
    notifications.show({ message: text.finished(done - sum(faults)), color: faults.size > 0 ? 'orange' : 'teal' });
    await Promise.all([client.invalidateQueries({ queryKey: ['deliveries'] }), client.invalidateQueries({ queryKey: ['consignments'] })]);
  };
  return (
    <Group gap="sm" role="status">
      <Text size="sm" fw={500}>
        {text.selected(selected.length)}
      </Text>
      <ScopedButton needs="write" size="xs" disabled={ended.length === 0} onClick={() => void send()}>
        {text.sendAgain(ended.length)}
      </ScopedButton>
      <Button size="xs" variant="subtle" onClick={onUnselect}>
        {text.unselect}
      </Button>
      {ended.length < selected.length && (
        <Text size="sm" c="dimmed">
          {text.pendingLeftOut(selected.length - ended.length)}
        </Text>
      )}
    </Group>
  );
}

/** More orders are not followed, because each is polled by itself. */
const MOST_FOLLOWED = 100;

const sum = (faults: Run['faults']): number => [...faults.values()].reduce((total, count) => total + count, 0);

function Running({ run }: { readonly run: Run }) {
  const { state, total, done, redeliveryIds, faults } = run;
  const refused = sum(faults);
  const isRunning = state === 'running';
  return (
    <Alert variant="outline" color={refused > 0 ? 'orange' : isRunning ? 'blue' : 'teal'} role="status">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" fw={500}>
            {isRunning ? text.running(done, total) : `${state === 'stopped' ? `${text.stopped} ` : ''}${text.finished(done - refused)}`}
          </Text>
          <Button size="xs" variant="default" onClick={isRunning ? stopRun : dismissRun}>
            {isRunning ? text.stop : text.dismiss}
          </Button>
        </Group>
        {isRunning && (
          <>
            <Progress value={(done / total) * 100} aria-label={text.running(done, total)} />
            <Text size="xs">{text.runningHint}</Text>
          </>
        )}
        {!isRunning && redeliveryIds.length > 0 && redeliveryIds.length <= MOST_FOLLOWED && <Followed redeliveryIds={redeliveryIds} />}
        {refused > 0 && <Text size="sm">{text.refused(refused)}</Text>}
        {[...faults].map(([fault, count]) => (
          <Text key={fault} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text.fault(count, fault)}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

/** The results of the orders. The list loads again once all orders have ended. */
function Followed({ redeliveryIds }: { readonly redeliveryIds: readonly string[] }) {
  const client = useQueryClient();
  const { orders } = useRedeliveries(redeliveryIds);
  const hasEnded = orders !== undefined && numbersOf(orders).state !== 'open';
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: ['deliveries'] });
  }, [client, hasEnded]);
  return <OrdersProgress redeliveryIds={redeliveryIds} />;
}
