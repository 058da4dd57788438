import { Alert, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { Schemas } from '../../api/schemas.js';
import { CodeBlock, readableBody } from '../../shared/code-block.js';
import { Fact } from '../../shared/fact.js';
import { TextLink } from '../../shared/links.js';
import { durationText } from '../../times/time.js';
import { useZone } from '../../times/use-zone.js';
import { words } from '../../words/words.js';
import { reasonText } from '../shared/reason-text.js';
import { Section } from '../shared/section.js';
import { CheckSignature } from '../verify/check-signature.js';

const { test } = words.receivers;

type Attempt = Schemas['Attempt'];

export function TestResult({ delivery }: { readonly delivery: Schemas['DeliveryDetail'] }) {
  const { attempts, deliveryId, status } = delivery;
  return (
    <Stack gap="md" aria-live="polite">
      {attempts.length === 0 && (
        <Alert color="blue" icon={<IconClock />} title={status === 'pending' ? test.pendingTitle : test.notSentTitle}>
          {status === 'pending' ? test.pending : test.notSent}
        </Alert>
      )}
      {attempts.map((attempt) => (
        <AttemptResult key={`${attempt.round} ${attempt.attempt}`} attempt={attempt} />
      ))}
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
        {test.open}
      </TextLink>
    </Stack>
  );
}

function AttemptResult({ attempt }: { readonly attempt: Attempt }) {
  const zone = useZone();
  const { outcome, httpStatus, diagnosis, detail } = attempt;
  const isGood = outcome === 'accepted';
  return (
    <Section title={test.attempt(attempt.attempt)}>
      <Alert
        color={isGood ? 'teal' : 'red'}
        icon={isGood ? <IconCheck /> : <IconAlertTriangle />}
        title={`${words.shared.outcome[outcome]}${httpStatus === null ? '' : ` · HTTP ${httpStatus}`}`}
      >
        <Text size="sm">{reasonText(diagnosis.meaning, zone)}</Text>
        <Text size="sm" fw={isGood ? 400 : 600}>
          {reasonText(diagnosis.toDo, zone)}
        </Text>
        {detail !== null && (
          <Text size="sm" ff="monospace" mt={4}>
            {detail}
          </Text>
        )}
      </Alert>
      <Timings timings={attempt.timings} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Sent attempt={attempt} />
        <Answered attempt={attempt} />
      </SimpleGrid>
      <CheckSignature attempt={attempt} />
    </Section>
  );
}

const STEPS = ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'totalMs'] as const;

function Timings({ timings }: { readonly timings: Attempt['timings'] }) {
  return (
    <Group component="dl" gap="xl" m={0}>
      {STEPS.map((step) => {
        const ms = timings[step];
        return (
          <Fact key={step} label={test.steps[step]}>
            {ms === null ? '–' : durationText(ms)}
          </Fact>
        );
      })}
    </Group>
  );
}

function Sent({ attempt: { url, requestHeaders, requestBody } }: { readonly attempt: Attempt }) {
  const headers = Object.entries(requestHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  const head = [...(url === null ? [] : [`POST ${url}`]), ...headers].join('\n');
  return (
    <Stack gap="xs" style={{ minWidth: 0 }}>
      <Title order={3} size="h6">
        {test.request}
      </Title>
      {head !== '' && <CodeBlock label={test.requestHead} text={head} />}
      {requestBody === null ? (
        <Text size="sm">{test.nothingSent}</Text>
      ) : (
        <CodeBlock label={test.request} text={readableBody(requestBody)} />
      )}
    </Stack>
  );
}

function Answered({ attempt: { responseBody, httpStatus } }: { readonly attempt: Attempt }) {
  return (
    <Stack gap="xs" style={{ minWidth: 0 }}>
      <Title order={3} size="h6">
        {test.answer}
      </Title>
      <Text size="sm">{httpStatus === null ? test.noAnswer : `HTTP ${httpStatus}`}</Text>
      {responseBody !== null && responseBody !== '' && <CodeBlock label={test.answer} text={readableBody(responseBody)} />}
      {httpStatus !== null && (responseBody === null || responseBody === '') && (
        <Text size="sm" c="dimmed">
          {test.emptyAnswer}
        </Text>
      )}
    </Stack>
  );
}
