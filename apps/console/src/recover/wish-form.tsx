import { Alert, Button, Group, Input, MultiSelect, Paper, Radio, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { TextLink } from '../shared/links.js';
import { words } from '../words/words.js';
import {
  fromField,
  fromOfPreset,
  type Kind,
  kindOf,
  KINDS,
  MOST_RECEIVERS,
  type Preset,
  PRESETS,
  presetOf,
  toField,
  type Wish,
} from './wish.js';

type Receiver = Schemas['ListedReceiver'];

interface Change {
  readonly receiverId?: string;
  readonly status?: Kind;
  readonly from?: string;
  readonly to?: string | undefined;
}

interface Props {
  readonly receivers: readonly Receiver[];
  readonly chosen: readonly Receiver[];
  readonly wish: Wish;
  readonly onChange: (change: Change) => void;
}

/** In an address: an empty text would mean the usual choice. */
const NO_RECEIVER = 'none';

/** Which receivers, what, and since when. */
export function WishForm({ receivers, chosen, wish, onChange }: Props) {
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {words.recover.stepWhat}
        </Title>
        <ReceiverChoice receivers={receivers} chosen={chosen} onChange={(ids) => onChange({ receiverId: ids.join(',') || NO_RECEIVER })} />
        <Radio.Group label={words.recover.what} value={wish.kind} onChange={(kind) => onChange({ status: kindOf(kind) })}>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm" mt={6}>
            {(Object.keys(KINDS) as Kind[]).map((kind) => (
              <Radio key={kind} value={kind} label={words.recover.kinds[kind].label} description={words.recover.kinds[kind].hint} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <PeriodFields wish={wish} onChange={onChange} />
      </Stack>
    </Paper>
  );
}

interface ChoiceProps extends Pick<Props, 'receivers' | 'chosen'> {
  readonly onChange: (receiverIds: readonly string[]) => void;
}

function ReceiverChoice({ receivers, chosen, onChange }: ChoiceProps) {
  const first = receivers.slice(0, MOST_RECEIVERS).map(({ receiverId }) => receiverId);
  const paused = chosen.filter(({ enabled }) => !enabled);
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <MultiSelect
          label={words.recover.receivers}
          placeholder={chosen.length === 0 ? words.recover.chooseReceivers : ''}
          nothingFoundMessage={words.recover.noReceiver}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': words.recover.clearReceivers }}
          maxValues={MOST_RECEIVERS}
          flex="1 1 320px"
          maw={720}
          data={receivers.map(({ receiverId, name }) => ({ value: receiverId, label: name }))}
          value={chosen.map(({ receiverId }) => receiverId)}
          onChange={onChange}
        />
        {chosen.length < first.length && (
          <Button variant="default" onClick={() => onChange(first)}>
            {words.recover.allReceivers}
          </Button>
        )}
      </Group>
      {paused.map(({ receiverId, name }) => (
        <Paused key={receiverId} receiverId={receiverId} name={name} />
      ))}
    </Stack>
  );
}

function Paused({ receiverId, name }: { readonly receiverId: string; readonly name: string }) {
  return (
    <Alert color="orange" role="status">
      {words.recover.paused(name)}{' '}
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
