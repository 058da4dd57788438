import '@mantine/core/styles/List.css';
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { answerText } from '../delivery/delivery-texts.js';
import { TextLink } from '../shared/links.js';
import { nameOf, useKnownReceivers } from '../shared/use-receivers.js';
import { parcelsWords } from '../words/parcels.words.js';
import { words } from '../words/words.js';
import type { FailingReceiver, Finding } from './parcel-entries.js';

const text = parcelsWords;
const MOST_SHOWN = 6;

function resultOf({ delivery, isDisabled }: FailingReceiver): readonly string[] {
  if (delivery !== null) return [answerText(delivery), text.attempts(delivery.attempts)];
  return isDisabled ? [words.receivers.state.disabled] : [];
}

interface Props {
  readonly failing: readonly FailingReceiver[];
  /** The verdict above names its own receiver. */
  readonly verdict: Finding;
}

/** Names the receivers to which webhooks of the parcel fail, with the events and the latest result. */
export function FailingReceivers({ failing, verdict }: Props) {
  const receivers = useKnownReceivers();
  if (failing.every(({ receiverId }) => receiverId === verdict.receiverId)) return null;
  const more = failing.length - MOST_SHOWN;
  return (
    <Alert
      color="orange"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-bright)' } }}
      title={text.failingAt(failing.length)}
    >
      <List size="sm" spacing={2}>
        {failing.slice(0, MOST_SHOWN).map((receiver) => (
          <List.Item key={receiver.receiverId} style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/receivers/$receiverId" params={{ receiverId: receiver.receiverId }} size="sm" fw={500}>
              {nameOf(receivers, receiver.receiverId)}
            </TextLink>
            {': '}
            {[receiver.events.join(', '), ...resultOf(receiver)].join(' · ')}
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{text.failingMore(more)}</Text>}
    </Alert>
  );
}
