import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Alert, Button, Checkbox, Group, Input, MultiSelect, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { MOST_OPTIONS } from '../lists/filter-fields.js';
import { InstantField } from '../lists/instant-field.js';
import { PRESET_NAMES } from '../lists/period.js';
import { usePreset } from '../lists/use-preset.js';
import { TextLink } from '../shared/links.js';
import { useZone } from '../times/use-zone.js';
import { ZoneSwitch } from '../times/zone-switch.js';
import { recoverWords } from '../words/recover.words.js';
import { words } from '../words/words.js';
import { firstReceivers, type Kind, KINDS, MOST_RECEIVERS, type RecoverOptions } from './recover-options.js';

type Receiver = Schemas['ListedReceiver'];

interface Change {
  readonly receiverId?: string;
  /** Kinds, separated by commas. */
  readonly status?: string;
  readonly from?: string;
  readonly to?: string | undefined;
}

interface Props {
  readonly receivers: readonly Receiver[];
  readonly chosen: readonly Receiver[];
  readonly options: RecoverOptions;
  readonly onChange: (change: Change) => void;
}

/** Says in the address that no receiver is chosen: an empty text would mean the usual choice. */
const NO_RECEIVER = 'none';

/** The choice of receivers, kind and period. */
export function RecoverForm({ receivers, chosen, options, onChange }: Props) {
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {recoverWords.stepWhat}
        </Title>
        <ReceiverChoice receivers={receivers} chosen={chosen} onChange={(ids) => onChange({ receiverId: ids.join(',') || NO_RECEIVER })} />
        {/* an address without a kind would mean the usual kinds, so the last kind stays */}
        <Checkbox.Group
          label={recoverWords.what}
          value={[...options.kinds]}
          onChange={(kinds) => kinds.length > 0 && onChange({ status: kinds.join(',') })}
        >
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm" mt={6}>
            {(Object.keys(KINDS) as Kind[]).map((kind) => (
              <Checkbox key={kind} value={kind} label={recoverWords.kinds[kind].label} description={recoverWords.kinds[kind].hint} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <PeriodFields options={options} onChange={onChange} />
      </Stack>
    </Paper>
  );
}

interface ChoiceProps extends Pick<Props, 'receivers' | 'chosen'> {
  readonly onChange: (receiverIds: readonly string[]) => void;
}

function ReceiverChoice({ receivers, chosen, onChange }: ChoiceProps) {
  const first = firstReceivers(receivers).map(({ receiverId }) => receiverId);
  const switchedOff = chosen.filter(({ enabled }) => !enabled);
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <MultiSelect
          label={recoverWords.receivers}
          placeholder={chosen.length === 0 ? recoverWords.chooseReceivers : ''}
          nothingFoundMessage={recoverWords.noReceiver}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': recoverWords.clearReceivers }}
          maxValues={MOST_RECEIVERS}
          limit={MOST_OPTIONS}
          flex="1 1 320px"
          maw={720}
          data={receivers.map(({ receiverId, name }) => ({ value: receiverId, label: name }))}
          value={chosen.map(({ receiverId }) => receiverId)}
          onChange={onChange}
        />
        {chosen.length < first.length && (
          <Button variant="default" onClick={() => onChange(first)}>
            {recoverWords.allReceivers(MOST_RECEIVERS, receivers.length)}
          </Button>
        )}
      </Group>
      {chosen.length === MOST_RECEIVERS && receivers.length > MOST_RECEIVERS && (
        <Text size="sm" role="status">
          {recoverWords.mostReceivers(MOST_RECEIVERS, receivers.length)}
        </Text>
      )}
      {switchedOff.map((receiver) => (
        <SwitchedOff key={receiver.receiverId} receiver={receiver} />
      ))}
    </Stack>
  );
}

function SwitchedOff({ receiver: { receiverId, name, disabled } }: { readonly receiver: Receiver }) {
  return (
    <Alert color="orange" role="status">
      {disabled === null ? recoverWords.switchedOff(name) : recoverWords.disabled(name)}{' '}
      <TextLink to="/receivers/$receiverId" params={{ receiverId }} size="sm" c="inherit" underline="always">
        {recoverWords.toReceiver}
      </TextLink>
    </Alert>
  );
}

function PeriodFields({ options: { from, to }, onChange }: Pick<Props, 'options' | 'onChange'>) {
  const { chosen, choose } = usePreset({ from, to }, (newFrom) => newFrom !== undefined && onChange({ from: newFrom, to: undefined }));
  return (
    <Stack gap="xs" role="group" aria-label={recoverWords.since}>
      <Input.Label component="div">{recoverWords.since}</Input.Label>
      <Group gap="xs">
        {PRESET_NAMES.map((preset) => (
          <Button
            key={preset}
            size="xs"
            variant={chosen === preset ? 'light' : 'default'}
            aria-pressed={chosen === preset}
            onClick={() => choose(preset)}
          >
            {words.lists.presets[preset]}
          </Button>
        ))}
      </Group>
      <Group gap="sm" align="flex-start">
        <InstantField w={220} label={recoverWords.from} value={from} onChange={(next) => next !== undefined && onChange({ from: next })} />
        <InstantField
          w={220}
          label={recoverWords.to}
          description={recoverWords.toHint}
          value={to}
          onChange={(next) => onChange({ to: next })}
        />
      </Group>
      <Group gap="sm">
        <ZoneSwitch />
        <Text size="xs" c="dimmed">
          {recoverWords.zone(useZone())} {recoverWords.periodCounts}
        </Text>
      </Group>
    </Stack>
  );
}
