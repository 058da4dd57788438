import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { queryClient } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';

type Change = Schemas['ChangeReceiver'];
export type Receiver = Schemas['Receiver'];

/** Says that a receiver was changed, and loads its lists and views again. */
export async function receiverChanged(message: string): Promise<void> {
  notifications.show({ message, color: 'teal' });
  await queryClient.invalidateQueries({ queryKey: ['receivers'] });
}

/** Changes a receiver. The answer may have a secret that is shown once, so it is not kept (gcTime). */
export const useChangeReceiver = (receiverId: string, message: string) =>
  useMutation<Receiver, Error, Change>({
    mutationFn: (body) => answerOf(api.PATCH('/receivers/{receiverId}', { params: { path: { receiverId } }, body })),
    gcTime: 0,
    onSuccess: () => receiverChanged(message),
  });
