import { Button, Input, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useZone } from '../times/use-zone.js';
import { words } from '../words/words.js';
import { FIELD } from './filter-fields.js';
import { InstantField } from './instant-field.js';
import { type Period, periodText, type Preset, PRESET_NAMES } from './period.js';
import { usePreset } from './use-preset.js';

const text = words.lists;

interface Props extends Period {
  readonly onChange: (period: { readonly from: string | undefined; readonly to: string | undefined }) => void;
}

/** The period of the rows: the usual periods first, then any. */
export function FilterPeriod({ from, to, onChange }: Props) {
  const zone = useZone();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { chosenMs, chosen, choose } = usePreset({ from, to }, (newFrom) => onChange({ from: newFrom, to: undefined }));
  const shown = periodText({ from, to }, chosenMs, zone);
  const chooseAndClose = (preset: Preset | undefined): void => {
    choose(preset);
    close();
  };
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
            <Choice label={text.anyTime} isChosen={isAny} onClick={() => chooseAndClose(undefined)} />
            {PRESET_NAMES.map((preset) => (
              <Choice key={preset} label={text.presets[preset]} isChosen={preset === chosen} onClick={() => chooseAndClose(preset)} />
            ))}
            <Text size="xs" c="dimmed" mt={6}>
              {text.custom}
            </Text>
            <InstantField size="xs" label={text.from} value={from} onChange={(value) => onChange({ from: value, to })} />
            <InstantField size="xs" label={text.to} value={to} onChange={(value) => onChange({ from, to: value })} />
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
