import '@mantine/core/styles/Accordion.css';
import { Accordion, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Schemas } from '../api/schemas.js';
import { Instant } from '../times/instant.js';
import { durationText } from '../times/time.js';
import { deliveryWords } from '../words/delivery.words.js';
import { words } from '../words/words.js';
import { AttemptDetail } from './attempt-detail.js';
import { attemptKey } from './delivery-verdict.js';

type Attempt = Schemas['Attempt'];

interface Props {
  readonly attempts: readonly Attempt[];
  /** The attempt whose failure the page already explains. */
  readonly explained: Attempt | undefined;
  /** The key of the attempt whose details are shown. */
  readonly open: string | null;
  readonly onOpen: (key: string | null) => void;
}

const MOST_SHOWN = 200;

/** The attempts, newest first. */
export function Attempts({ attempts, explained, open, onOpen }: Props) {
  const hasRounds = attempts.some(({ round }) => round > 1);
  return (
    <Stack gap="xs">
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4">
          {deliveryWords.attempts}
        </Title>
        <Text size="sm" c="dimmed">
          {attempts.length === 0 ? deliveryWords.noAttempts : deliveryWords.attemptsHint}
          {attempts.length >= MOST_SHOWN && `. ${deliveryWords.attemptsCut}`}
        </Text>
      </Group>
      <Accordion
        variant="contained"
        radius="md"
        order={3}
        value={open}
        onChange={onOpen}
        transitionDuration={0}
        // an open item would be as grey as the bodies inside it
        styles={{ item: { backgroundColor: 'var(--mantine-color-body)' } }}
      >
        {attempts.toReversed().map((attempt) => (
          <Accordion.Item key={attemptKey(attempt)} value={attemptKey(attempt)}>
            <Accordion.Control>
              <Line attempt={attempt} hasRounds={hasRounds} />
            </Accordion.Control>
            <Accordion.Panel>
              {open === attemptKey(attempt) && <AttemptDetail attempt={attempt} isExplained={attempt === explained} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function Line({ attempt, hasRounds }: { readonly attempt: Attempt; readonly hasRounds: boolean }) {
  const { outcome, httpStatus, attemptedAt, durationMs } = attempt;
  const isAccepted = outcome === 'accepted';
  return (
    <Group component="span" gap="md" style={{ rowGap: 2 }}>
      <Text span size="sm" fw={600} miw={hasRounds ? 168 : 92}>
        {hasRounds && `${deliveryWords.ofRound(attempt.round)} · `}
        {deliveryWords.attempt(attempt.attempt)}
      </Text>
      <Text span size="sm" miw={170}>
        <Instant at={attemptedAt} />
      </Text>
      <Badge
        component="span"
        variant="light"
        color={isAccepted ? 'teal' : 'red'}
        leftSection={isAccepted ? <IconCheck size={12} /> : <IconX size={12} />}
      >
        {words.shared.outcome[outcome]}
      </Badge>
      {httpStatus !== null && (
        <Text span size="sm">
          {deliveryWords.http(httpStatus)}
        </Text>
      )}
      <Text span size="sm" c="dimmed">
        {durationText(durationMs)}
      </Text>
    </Group>
  );
}
