import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { ApiText } from '../shared/api-text.js';
import { TextLink } from '../shared/links.js';
import { nameOf, useKnownReceivers } from '../shared/use-receivers.js';
import { parcelsWords } from '../words/parcels.words.js';
import { type NextStep, nextSteps } from './next-step.js';
import { type Finding, type Severity, severityOfFinding } from './parcel-entries.js';

const text = parcelsWords;

export const LOOKS = {
  problem: { color: 'red', Icon: IconAlertTriangle },
  failing: { color: 'orange', Icon: IconAlertTriangle },
  waiting: { color: 'blue', Icon: IconClock },
  info: { color: 'teal', Icon: IconCircleCheck },
} as const;

/** This finding does not tell the state of the parcel. */
const NOT_ALL = 'not_all_explained';

const lookOf = (finding: Finding) =>
  finding.code === NOT_ALL ? { color: 'gray', Icon: IconInfoCircle } : LOOKS[severityOfFinding(finding)];

/** A finding as an answer: its severity, one sentence, and what to do. */
export function FindingAlert({ finding, title }: { readonly finding: Finding; readonly title?: string }) {
  const { color, Icon } = lookOf(finding);
  return (
    <Alert
      color={color}
      variant="outline"
      icon={<Icon aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-bright)' } }}
      title={finding.code === NOT_ALL ? text.notAllReceivers : (title ?? text.severity[severityOfFinding(finding)])}
    >
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        <Meaning finding={finding} />
      </Text>
      <ToDo finding={finding} />
    </Alert>
  );
}

/** The sentence of the API, after the name of the receiver where the sentence does not have the name. */
function Meaning({ finding: { meaning, receiverId } }: { readonly finding: Finding }) {
  const receivers = useKnownReceivers();
  const name = receiverId === null ? '' : nameOf(receivers, receiverId);
  return (
    <>
      {receiverId !== null && !meaning.includes(`"${name}"`) && <b>{`${name}: `}</b>}
      <ApiText text={meaning} />
    </>
  );
}

interface NoteProps {
  readonly finding: Finding;
  /** The line above names the receiver, and the next step is only a link. */
  readonly isShort?: boolean;
  /** That of the delivery, which is newer than the finding. */
  readonly severity?: Severity;
}

/** A finding below an entry of the timeline. */
export function FindingNote({ finding, isShort = false, severity }: NoteProps) {
  const { color } = severity ? LOOKS[severity] : lookOf(finding);
  return (
    <Stack gap={2} pl="sm" my={4} style={{ borderLeft: `3px solid var(--mantine-color-${color}-filled)`, overflowWrap: 'anywhere' }}>
      <Text size="sm">{isShort ? <ApiText text={finding.meaning} /> : <Meaning finding={finding} />}</Text>
      {isShort ? <StepLinks finding={finding} /> : <ToDo finding={finding} />}
    </Stack>
  );
}

/** Links lead to the views that solve the problem. Without a link, the API says what to do. */
function ToDo({ finding }: { readonly finding: Finding }) {
  const hasLink = nextSteps(finding).length > 0;
  return (
    <>
      {finding.toDo !== 'Nothing.' && !hasLink && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text.toDo} <ApiText text={finding.toDo} />
        </Text>
      )}
      <StepLinks finding={finding} />
    </>
  );
}

/** Links to the views that solve the problem. */
export function StepLinks({ finding }: { readonly finding: Finding }) {
  const steps = nextSteps(finding);
  if (steps.length === 0) return null;
  return (
    <Group component="span" display="inline-flex" gap="md">
      {steps.map((step) => (
        <StepLink key={step.kind} step={step} />
      ))}
    </Group>
  );
}

function StepLink({ step }: { readonly step: NextStep }) {
  if (step.kind === 'create') {
    return (
      <TextLink to="/receivers/new" size="sm">
        {text.createReceiver}
      </TextLink>
    );
  }
  if (step.kind === 'delivery') {
    return (
      <TextLink to="/deliveries/$deliveryId" params={{ deliveryId: step.deliveryId }} size="sm">
        {text.openDelivery}
      </TextLink>
    );
  }
  if (step.kind === 'receiver') {
    return (
      <TextLink to="/receivers/$receiverId" params={{ receiverId: step.receiverId }} size="sm">
        {text.openReceiver}
      </TextLink>
    );
  }
  return (
    <TextLink to="/recover" search={{ receiverId: step.receiverId, status: 'missing', from: step.from }} size="sm">
      {text.recover}
    </TextLink>
  );
}
