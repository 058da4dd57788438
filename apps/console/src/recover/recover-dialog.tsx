import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { queryClient } from '../api/queries.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { ButtonLink } from '../shared/links.js';
import { ScopedButton } from '../shared/scoped-button.js';
import { useNow } from '../times/use-now.js';
import { recoverWords } from '../words/recover.words.js';
import { words } from '../words/words.js';
import { OrdersProgress } from './orders-progress.js';
import { type Ordered, type Recoverable, useOrder, useRecoverable } from './recoverable.js';
import { Refusals } from './refusals.js';
import type { RecoverRequest } from './recover-options.js';

const text = recoverWords.dialog;

interface Props {
  readonly title: string;
  readonly requests: readonly RecoverRequest[];
  /** Returns the question about the webhooks; absent = the usual question. */
  readonly questionOf?: (recoverable: Recoverable) => string;
  /** Shown if there is nothing to send. */
  readonly none: string;
  /** Shown while the service counts. */
  readonly counting?: string;
  /** An earlier count would miss webhooks. Epoch ms. */
  readonly notBeforeMs?: number;
  readonly onClose: () => void;
}

/** Counts the webhooks that receivers did not get, asks whether to send them, and shows the results. */
export function RecoverDialog({
  title,
  requests,
  questionOf = usualQuestion,
  none,
  counting = text.counting,
  notBeforeMs = 0,
  onClose,
}: Props) {
  const [ordered, setOrdered] = useState<Ordered>();
  const isReady = useNow(1000) >= notBeforeMs;
  const { recoverable, refusals, error: fault, countAgain } = useRecoverable(requests, isReady && ordered === undefined);
  const error = fault ?? refusals[0]?.error;
  const close = (): void => {
    // the counted webhooks are sent now, so the count is old
    if (ordered !== undefined) void queryClient.invalidateQueries({ queryKey: ['redeliveries', 'preview'] });
    onClose();
  };
  return (
    <Modal opened onClose={close} title={title}>
      {ordered === undefined ? (
        <div role="status" aria-live="polite">
          {error && <FaultAlert error={error} onRetry={countAgain} />}
          {!error && recoverable === undefined && <Counting text={counting} />}
          {!error && recoverable && recoverable.count === 0 && <Nothing text={none} onClose={onClose} />}
          {!error && recoverable && recoverable.count > 0 && (
            <Question question={questionOf(recoverable)} recoverable={recoverable} onOrdered={setOrdered} onClose={onClose} />
          )}
        </div>
      ) : (
        <Followed ordered={ordered} onClose={close} />
      )}
    </Modal>
  );
}

const usualQuestion = ({ count, countIsExact }: Recoverable): string => text.question(count, countIsExact);

const Counting = ({ text: sentence }: { readonly text: string }) => (
  <Group gap="sm" wrap="nowrap">
    <Loader size="xs" />
    <Text size="sm">{sentence}</Text>
  </Group>
);

function Nothing({ text: sentence, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Stack>
      <Text>{sentence}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.shared.close}
        </Button>
      </Group>
    </Stack>
  );
}

interface QuestionProps {
  readonly question: string;
  readonly recoverable: Recoverable;
  readonly onOrdered: (ordered: Ordered) => void;
  readonly onClose: () => void;
}

function Question({ question, recoverable, onOrdered, onClose }: QuestionProps) {
  // the webhooks of this count are sent, also if another count comes in the meantime
  const [{ orders }] = useState(recoverable);
  const { mutate, isPending, error } = useOrder(onOrdered);
  return (
    <Stack>
      <Text>{question}</Text>
      <Text size="sm" c="dimmed">
        {text.hint}
      </Text>
      {error && <FaultAlert error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {text.notNow}
        </Button>
        <ScopedButton needs="write" leftSection={<IconSend size={16} aria-hidden />} loading={isPending} onClick={() => mutate(orders)}>
          {text.send}
        </ScopedButton>
      </Group>
    </Stack>
  );
}

interface FollowedProps {
  readonly ordered: Ordered;
  readonly onClose: () => void;
}

function Followed({ ordered: { redeliveryIds, refusals }, onClose }: FollowedProps) {
  const isAny = redeliveryIds.length > 0;
  return (
    <Stack>
      <Refusals refusals={refusals} />
      {isAny && <OrdersProgress redeliveryIds={redeliveryIds} />}
      {isAny && (
        <Text size="sm" c="dimmed">
          {text.leave}
        </Text>
      )}
      <Group justify="flex-end">
        {isAny && (
          <ButtonLink to="/recover" search={{ redeliveryId: redeliveryIds.join(',') }} variant="default">
            {text.follow}
          </ButtonLink>
        )}
        <Button onClick={onClose}>{words.shared.close}</Button>
      </Group>
    </Stack>
  );
}
