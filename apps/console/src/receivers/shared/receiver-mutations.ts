import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { queryClient } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';

type Change = Schemas['ChangeReceiver'];
export type Receiver = Schemas['Receiver'];

/** The receiver changed: lists and views of it are old. */
export async function receiverChanged(message: string): Promise<void> {
  notifications.show({ message, color: 'teal' });
  await queryClient.invalidateQueries({ queryKey: ['receivers'] });
}

/** Answers may have a secret, shown once: nothing of them is kept (gcTime). */
export const useChangeReceiver = (receiverId: string, message: string) =>
  useMutation<Receiver, Error, Change>({
    mutationFn: (body) => answerOf(api.PATCH('/receivers/{receiverId}', { params: { path: { receiverId } }, body })),
    gcTime: 0,
    onSuccess: () => receiverChanged(message),
  });
