import '@mantine/core/styles/Progress.css';
import { Progress, Stack, Text } from '@mantine/core';
import { FaultAlert } from '../shared/fault-alert.js';
import { Loading } from '../shared/query-view.js';
import { recoverWords } from '../words/recover.words.js';
import { useRedeliveries } from './use-redelivery.js';
import { numbersOf, type OrderNumbers, numbersText } from './order-numbers.js';

/** The results of orders as a live sentence and a bar. */
export function OrdersProgress({ redeliveryIds }: { readonly redeliveryIds: readonly string[] }) {
  const { orders, fault } = useRedeliveries(redeliveryIds);
  if (fault) return <FaultAlert error={fault} />;
  if (orders === undefined) return <Loading />;
  const numbers = numbersOf(orders);
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {numbersText(numbers)}
      </Text>
      <Bar numbers={numbers} />
    </Stack>
  );
}

const PARTS = [
  { part: 'delivered', color: 'teal.7' },
  { part: 'failed', color: 'red.7' },
  { part: 'waiting', color: 'gray.5' },
] as const;

function Bar({ numbers }: { readonly numbers: OrderNumbers }) {
  return (
    <Progress.Root size="lg">
      {PARTS.filter(({ part }) => numbers[part] > 0).map(({ part, color }) => (
        <Progress.Section
          key={part}
          value={(numbers[part] / Math.max(1, numbers.total)) * 100}
          color={color}
          animated={part === 'waiting'}
          aria-label={recoverWords.parts[part]}
        />
      ))}
    </Progress.Root>
  );
}
