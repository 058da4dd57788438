import { Alert, Button, Group, Input, Paper, Radio, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { words } from '../words/words.js';
import { fromField, fromOfPreset, isStatus, type Preset, PRESETS, presetOf, type Status, STATUSES, toField } from './wish.js';

type Receiver = Schemas['ListedReceiver'];

export interface Wish {
  readonly status: Status;
  readonly from: string;
  readonly to?: string;
}

interface Change {
  readonly receiverId?: string;
  readonly status?: Status;
  readonly from?: string;
  readonly to?: string | undefined;
}

interface Props {
  readonly receivers: readonly Receiver[];
  readonly receiver: Receiver | undefined;
  readonly wish: Wish;
  readonly onChange: (change: Change) => void;
}

/** Which receiver, what, and since when. */
export function WishForm({ receivers, receiver, wish, onChange }: Props) {
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {words.recover.stepWhat}
        </Title>
        <Select
          label={words.recover.receiver}
          placeholder={words.recover.chooseReceiver}
          nothingFoundMessage={words.recover.noReceiver}
          searchable
          maw={420}
          data={receivers.map(({ receiverId, name }) => ({ value: receiverId, label: name }))}
          value={receiver?.receiverId ?? null}
          onChange={(receiverId) => receiverId !== null && onChange({ receiverId })}
        />
        {receiver && !receiver.enabled && <Paused receiverId={receiver.receiverId} />}
        <Radio.Group label={words.recover.what} value={wish.status} onChange={(status) => isStatus(status) && onChange({ status })}>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" mt={6}>
            {STATUSES.map((status) => (
              <Radio
                key={status}
                value={status}
                label={words.recover.status[status].label}
                description={words.recover.status[status].hint}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <PeriodFields wish={wish} onChange={onChange} />
      </Stack>
    </Paper>
  );
}

function Paused({ receiverId }: { readonly receiverId: string }) {
  return (
    <Alert color="orange" role="status">
      {words.recover.paused}{' '}
      <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" c="inherit" underline="always">
        {words.recover.toReceiver}
      </TextLink>
    </Alert>
  );
}

function PeriodFields({ wish: { from, to }, onChange }: Pick<Props, 'wish' | 'onChange'>) {
  const [openedMs, setOpenedMs] = useState(() => Date.now());
  const chosen = presetOf({ from, ...(to !== undefined && { to }) }, openedMs);
  const choose = (preset: Preset): void => {
    const nowMs = Date.now();
    setOpenedMs(nowMs);
    onChange({ from: fromOfPreset(preset, nowMs), to: undefined });
  };
  return (
    <Stack gap="xs" role="group" aria-label={words.recover.since}>
      <Input.Label component="div">{words.recover.since}</Input.Label>
      <Group gap="xs">
        {(Object.keys(PRESETS) as Preset[]).map((preset) => (
          <Button
            key={preset}
            size="xs"
            variant={chosen === preset ? 'light' : 'default'}
            aria-pressed={chosen === preset}
            onClick={() => choose(preset)}
          >
            {words.recover.presets[preset]}
          </Button>
        ))}
      </Group>
      <Group gap="sm" align="flex-start">
        <InstantField label={words.recover.from} value={from} onChange={(next) => next !== undefined && onChange({ from: next })} />
        <InstantField label={words.recover.to} description={words.recover.toHint} value={to} onChange={(next) => onChange({ to: next })} />
      </Group>
      <Text size="xs" c="dimmed">
        {words.recover.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)} {words.recover.periodCounts}
      </Text>
    </Stack>
  );
}

interface FieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Counts once one leaves it: each change of a part would ask the API. */
function InstantField({ label, description, value, onChange }: FieldProps) {
  const [text, setText] = useState(toField(value));
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setText(toField(value));
  }
  const apply = (): void => {
    if (text !== toField(value)) onChange(fromField(text));
  };
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
      w={220}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
