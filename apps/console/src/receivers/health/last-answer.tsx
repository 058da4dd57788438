import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { REFRESH_MS } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { CodeBlock, readableBody } from '../../shared/code-block.js';
import { TextLink } from '../../shared/links.js';
import { Instant } from '../../times/instant.js';
import { words } from '../../words/words.js';
import { httpStatusText } from '../shared/http-status.js';
import { failureText } from '../shared/receiver-state.js';
import { Section } from '../shared/section.js';

const { health } = words.receivers;

interface Props {
  readonly receiverId: string;
  readonly lastFailure: NonNullable<Schemas['ReceiverHealth']['lastFailure']>;
}

/** The newest delivery whose last attempt ended like the receiver's last failure. */
const useLastFailed = (receiverId: string, outcome: Props['lastFailure']['outcome']) =>
  useQuery({
    queryKey: ['deliveries', 'last failed', receiverId, outcome],
    queryFn: async () => {
      const query = { receiverId, outcome, limit: 1 };
      const [newest] = (await answerOf(api.GET('/deliveries', { params: { query } }))).deliveries;
      if (newest === undefined) return null;
      return answerOf(api.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId: newest.deliveryId } } }));
    },
    refetchInterval: REFRESH_MS,
  });

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
        <CodeBlock label={health.lastAnswer} text={readableBody(responseBody)} maxHeight={240} />
      )}
    </Section>
  );
}
