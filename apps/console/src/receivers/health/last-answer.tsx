import { Group, Text } from '@mantine/core';
import type { Schemas } from '../../api/schemas.js';
import { CodeBlock, readableBody } from '../../shared/code-block.js';
import { TextLink } from '../../shared/links.js';
import { Instant } from '../../times/instant.js';
import { words } from '../../words/words.js';
import { httpStatusText } from '../shared/http-status.js';
import { failureText } from '../shared/receiver-state.js';
import { Section } from '../shared/section.js';
import { useLastFailed } from '../shared/use-last-failed.js';

const { health } = words.receivers;

interface Props {
  readonly receiverId: string;
  readonly lastFailure: NonNullable<Schemas['ReceiverHealth']['lastFailure']>;
}

/** The answer of the receiver at its last failure. */
export function LastAnswer({ receiverId, lastFailure }: Props) {
  const { data: delivery } = useLastFailed(receiverId, lastFailure.outcome);
  const attempt = delivery?.attempts.at(-1);
  if (!delivery || !attempt) return null;
  const { httpStatus, responseBody, detail, attemptedAt } = attempt;
  return (
    <Section
      title={health.lastAnswer}
      hint={
        <Group gap={4}>
          {health.lastAnswerTo}
          <TextLink to="/deliveries/$deliveryId" params={{ deliveryId: delivery.deliveryId }} size="sm">
            {delivery.event}
          </TextLink>
          · <Instant at={attemptedAt} relative />
        </Group>
      }
    >
      <Text fw={600}>{httpStatus === null ? failureText(lastFailure) : httpStatusText(httpStatus)}</Text>
      {httpStatus === null && <Text size="sm">{detail ?? health.noAnswer}</Text>}
      {httpStatus !== null && (responseBody ?? '') === '' && (
        <Text size="sm" c="dimmed">
          {health.emptyAnswer}
        </Text>
      )}
      {responseBody !== null && responseBody !== '' && (
        <CodeBlock label={health.lastAnswerBody} text={readableBody(responseBody)} maxHeight={240} />
      )}
    </Section>
  );
}
