import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { queryClient } from '../api/queries.js';
import type { EventName, Schemas, WebhookEventName } from '../api/schemas.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink, TextLink } from '../shared/links.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { catalogueWords } from '../words/catalogue.words.js';
import { words } from '../words/words.js';
import { changedEvents, type Subscription, subscriptionOf } from './subscription.js';

type Receiver = Schemas['ListedReceiver'];

interface Props {
  readonly event: WebhookEventName;
  readonly all: readonly EventName[];
  readonly receiver: Receiver | undefined;
}

/** Says whether the chosen receiver gets the event, and changes that. */
export function Subscribe({ event, all, receiver }: Props) {
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="sm">
        {receiver ? (
          <OfReceiver key={`${receiver.receiverId} ${event}`} event={event} all={all} receiver={receiver} />
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {catalogueWords.subscribeChoose}
            </Text>
            <Group>
              <CreateReceiver event={event} />
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function CreateReceiver({ event }: { readonly event: WebhookEventName }) {
  return (
    <ButtonLink to="/receivers/new" search={{ event }} variant="subtle" size="xs">
      {catalogueWords.newReceiver}
    </ButtonLink>
  );
}

function OfReceiver({ event, all, receiver }: Props & { readonly receiver: Receiver }) {
  const { receiverId, name } = receiver;
  const [isAsking, { open, close }] = useDisclosure();
  const subscription = subscriptionOf({ events: receiver.events, event, all });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wantsIt: boolean) => change({ receiverId, event, all }, wantsIt),
    onSuccess: (events) => {
      close();
      const isAdded = events.length === 0 || events.includes(event);
      notifications.show({ message: isAdded ? catalogueWords.added(name, event) : catalogueWords.removed(name, event) });
      return queryClient.invalidateQueries({ queryKey: ['receivers'] });
    },
  });
  return (
    <>
      <Text size="sm" role="status">
        {sentenceOf(subscription, name)} {!receiver.enabled && catalogueWords.switchedOff}{' '}
        <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" underline="always">
          {catalogueWords.toReceiver}
        </TextLink>
      </Text>
      {error && <FaultAlert error={error} />}
      <Group gap="xs">
        <Change
          subscription={subscription}
          isBusy={isPending}
          onChange={(wantsIt) => (subscription.kind === 'all' ? open() : mutate(wantsIt))}
        />
        <CreateReceiver event={event} />
      </Group>
      <Modal opened={isAsking && subscription.kind === 'all'} onClose={close} title={catalogueWords.allTitle(name)}>
        <Stack>
          <Text size="sm">{catalogueWords.allText(all.length - 1)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.shared.cancel}
            </Button>
            <Button loading={isPending} onClick={() => mutate(false)}>
              {catalogueWords.remove}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** Another person may have changed the list in the meantime, so it is read again first. */
async function change(
  { receiverId, event, all }: { readonly receiverId: string; readonly event: WebhookEventName; readonly all: readonly EventName[] },
  wantsIt: boolean,
): Promise<readonly WebhookEventName[]> {
  const params = { path: { receiverId } };
  const { events } = await answerOf(api.GET('/receivers/{receiverId}', { params }));
  const next = changedEvents(subscriptionOf({ events, event, all }), wantsIt);
  if (next === undefined) return events;
  return (await answerOf(api.PATCH('/receivers/{receiverId}', { params, body: { events: [...next] } }))).events;
}

function sentenceOf(subscription: Subscription, name: string): string {
  const { kind } = subscription;
  return kind === 'listed'
    ? catalogueWords.subscription.listed(name, subscription.without.length)
    : catalogueWords.subscription[kind](name);
}

interface ChangeProps {
  readonly subscription: Subscription;
  readonly isBusy: boolean;
  readonly onChange: (wantsIt: boolean) => void;
}

function Change({ subscription, isBusy, onChange }: ChangeProps) {
  if (subscription.kind === 'absent') {
    return (
      <ScopedButton needs="write" size="xs" loading={isBusy} onClick={() => onChange(true)}>
        {catalogueWords.add}
      </ScopedButton>
    );
  }
  const isOnly = subscription.kind === 'only';
  return (
    <ScopedButton
      needs="write"
      size="xs"
      variant="default"
      loading={isBusy}
      reason={isOnly ? catalogueWords.onlyReason : undefined}
      onClick={() => onChange(false)}
    >
      {catalogueWords.remove}
    </ScopedButton>
  );
}
