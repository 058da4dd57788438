import '@mantine/core/styles/List.css';
import '@mantine/core/styles/ThemeIcon.css';
import { Code, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconMinus, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import { REFRESH_MS } from '../../api/queries.js';
import type { Schemas } from '../../api/schemas.js';
import { TextLink } from '../../shared/links.js';
import { QueryView } from '../../shared/query-view.js';
import { useNow } from '../../times/use-now.js';
import { words } from '../../words/words.js';
import { Section } from '../shared/section.js';
import { VerifySnippets } from '../verify/verify-snippets.js';
import { type Mark, marksOf, type Step, STEPS } from './checklist.js';

const { checklist } = words.receivers;
const TESTS_AMONG = 100;

/** The steps of an integrator. The service ticks the steps that it can check. */
export function ChecklistTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId } = receiver;
  const arrived = useQuery({
    queryKey: ['deliveries', { receiverId, status: 'delivered', limit: TESTS_AMONG }],
    queryFn: () => answerOf(api.GET('/deliveries', { params: { query: { receiverId, status: 'delivered', limit: TESTS_AMONG } } })),
    refetchInterval: REFRESH_MS,
  });
  const addresses = useAddresses();
  return (
    <QueryView query={arrived}>
      {({ deliveries }) => (
        <QueryView query={addresses}>
          {(list) => <Checklist receiver={receiver} hasTest={deliveries.some(({ isTest }) => isTest)} addresses={list} />}
        </QueryView>
      )}
    </QueryView>
  );
}

const useAddresses = () =>
  useQuery({
    queryKey: ['sender-addresses'],
    queryFn: () => answerOf(api.GET('/sender-addresses')),
    select: ({ addresses }) => addresses,
  });

interface ChecklistProps {
  readonly receiver: Schemas['ReceiverDetail'];
  readonly hasTest: boolean;
  readonly addresses: readonly string[];
}

function Checklist({ receiver, hasTest, addresses }: ChecklistProps) {
  const { receiverId, timeoutMs } = receiver;
  const marks = marksOf({ receiver, hasTest, hasAddresses: addresses.length > 0, nowMs: useNow(60_000) });
  const done = STEPS.filter((step) => marks[step] === 'done').length;
  return (
    <Section title={checklist.title} hint={checklist.progress(done, STEPS.length)}>
      <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        {STEPS.map((step) => (
          <Item key={step} mark={marks[step]} title={checklist.steps[step]} hint={checklist.hints[step](timeoutMs)}>
            <More step={step} mark={marks[step]} receiverId={receiverId} addresses={addresses} />
          </Item>
        ))}
      </Stack>
    </Section>
  );
}

const LOOK = {
  done: { color: 'teal', Icon: IconCheck },
  open: { color: 'orange', Icon: IconMinus },
  yours: { color: 'gray', Icon: IconUser },
} as const;

interface ItemProps {
  readonly mark: Mark;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

function Item({ mark, title, hint, children }: ItemProps) {
  const { color, Icon } = LOOK[mark];
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="md">
      <ThemeIcon variant="light" color={color} radius="xl" size={28} aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
        <Group gap="xs">
          <Title order={3} size="h6">
            {title}
          </Title>
          <Text size="xs" c="dimmed">
            {checklist.marks[mark]}
          </Text>
        </Group>
        <Text size="sm">{hint}</Text>
        {children}
      </Stack>
    </Group>
  );
}

const TAB_OF: Partial<Record<Step, 'health' | 'test' | 'credentials' | 'settings'>> = {
  answers: 'health',
  signature: 'credentials',
  test: 'test',
  credentials: 'credentials',
  certificate: 'credentials',
  events: 'settings',
};

interface MoreProps {
  readonly step: Step;
  readonly mark: Mark;
  readonly receiverId: string;
  readonly addresses: readonly string[];
}

function More({ step, mark, receiverId, addresses }: MoreProps) {
  if (step === 'signature' && mark !== 'open') return <VerifySnippets />;
  if (step === 'addresses') return <Addresses addresses={addresses} />;
  const tab = TAB_OF[step];
  if (tab === undefined) return null;
  return (
    <TextLink to="/receivers/$receiverId" params={{ receiverId }} search={{ tab }} size="sm">
      {checklist.open[tab]}
    </TextLink>
  );
}

function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  if (addresses.length === 0) return <Text size="sm">{checklist.noAddresses}</Text>;
  return (
    <List size="sm" listStyleType="none">
      {addresses.map((address) => (
        <List.Item key={address}>
          <Code>{address}</Code>
        </List.Item>
      ))}
    </List>
  );
}
