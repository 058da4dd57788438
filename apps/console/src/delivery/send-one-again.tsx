import { Alert } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { Schemas } from '../api/schemas.js';
import { useRedelivery } from '../recover/use-redelivery.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { deliveryWords } from '../words/delivery.words.js';

type Delivery = Pick<Schemas['DeliveryDetail'], 'deliveryId' | 'status' | 'isTest' | 'attempts'>;

interface Order {
  readonly send: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly state: Schemas['Redelivery']['state'] | undefined;
}

/** Orders one delivery again and follows the order until the new round has begun. */
export function useSendAgain(deliveryId: string): Order {
  const [redeliveryId, setRedeliveryId] = useState<string>();
  // pressing again after a lost answer makes no second order
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId }, header: { 'Idempotency-Key': key } } })),
    onSuccess: (order) => {
      setRedeliveryId(order.redeliveryId);
      setKey(crypto.randomUUID());
      notifications.show({ message: deliveryWords.ordered });
      return queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  const state = useRedelivery(redeliveryId).data?.state;
  useEffect(() => {
    if (state !== undefined && state !== 'running') void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
  }, [state]);
  return { send: () => mutate(), isBusy: isPending || state === 'running', error, state };
}

export function SendAgainButton({ delivery: { status, isTest, attempts }, order }: { readonly delivery: Delivery; readonly order: Order }) {
  const reason = isTest ? deliveryWords.sendAgainTest : status === 'pending' ? deliveryWords.sendAgainPending : undefined;
  return (
    <ScopedButton needs="write" leftSection={<IconRefresh size={16} />} reason={reason} loading={order.isBusy} onClick={order.send}>
      {attempts.length === 0 ? deliveryWords.send : deliveryWords.sendAgain}
    </ScopedButton>
  );
}

/** Says why the order did not succeed. */
export function SendAgainFault({ order: { error, state } }: { readonly order: Order }) {
  if (error) return <FaultAlert error={error} />;
  if (state !== 'cancelled') return null;
  return (
    <Alert color="orange" role="status">
      {deliveryWords.orderCancelled}
    </Alert>
  );
}
