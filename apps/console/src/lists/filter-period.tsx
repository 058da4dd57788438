import { Button, Input, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useZone } from '../times/use-zone.js';
import { fromWallClock, toWallClock } from '../times/zone-time.js';
import { words } from '../words/words.js';
import { FIELD } from './filter-fields.js';
import { fromOfPreset, type Period, periodText, type Preset, PRESET_NAMES, presetOf } from './period.js';
import { useDraft } from './use-draft.js';

const text = words.lists;

interface Props extends Period {
  readonly onChange: (period: { readonly from: string | undefined; readonly to: string | undefined }) => void;
}

/** The period of the rows: the usual periods first, then any. */
export function FilterPeriod({ from, to, onChange }: Props) {
  const zone = useZone();
  const [isOpen, { toggle, close }] = useDisclosure();
  // the moment at which the period was chosen: a preset must not become another period while the page is open
  const [chosenMs, setChosenMs] = useState(() => Date.now());
  const shown = periodText({ from, to }, chosenMs, zone);
  const choose = (preset: Preset | undefined): void => {
    const nowMs = Date.now();
    setChosenMs(nowMs);
    onChange({ from: preset && fromOfPreset(preset, nowMs), to: undefined });
    close();
  };
  const chosen = presetOf({ from, to }, chosenMs);
  const isAny = from === undefined && to === undefined;
  return (
    <Input.Wrapper size="xs" label={text.period} labelElement="div" {...FIELD}>
      <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            fullWidth
            justify="space-between"
            fw={400}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={`${text.period}: ${shown}`}
            onClick={toggle}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <Stack gap={2}>
            <Choice label={text.anyTime} isChosen={isAny} onClick={() => choose(undefined)} />
            {PRESET_NAMES.map((preset) => (
              <Choice key={preset} label={text.presets[preset]} isChosen={preset === chosen} onClick={() => choose(preset)} />
            ))}
            <Text size="xs" c="dimmed" mt={6}>
              {text.custom}
            </Text>
            <Moment label={text.from} value={from} onChange={(value) => onChange({ from: value, to })} />
            <Moment label={text.to} value={to} onChange={(value) => onChange({ from, to: value })} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}

const Choice = ({ label, isChosen, onClick }: ChoiceProps) => (
  <Button
    size="xs"
    variant={isChosen ? 'light' : 'subtle'}
    color={isChosen ? undefined : 'gray'}
    justify="space-between"
    fw={isChosen ? 600 : 400}
    aria-pressed={isChosen}
    rightSection={isChosen && <IconCheck size={14} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
);

interface MomentProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A moment in the zone of the page. */
function Moment({ label, value, onChange }: MomentProps) {
  const zone = useZone();
  const draft = useDraft(toWallClock(zone, value), (typed) => onChange(fromWallClock(zone, typed)));
  return <TextInput size="xs" type="datetime-local" label={label} {...draft} />;
}
