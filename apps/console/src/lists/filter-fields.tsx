import { Select, TextInput } from '@mantine/core';
import { useZone } from '../times/use-zone.js';
import { fromWallClock, toWallClock } from '../times/zone-time.js';
import { words } from '../words/words.js';
import { useDraft } from './use-draft.js';

interface Field {
  readonly label: string;
  readonly value: string | undefined;
  /** undefined = no filter */
  readonly onChange: (value: string | undefined) => void;
}

interface Choice extends Field {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A list draws so many options; typing finds the others. An account may have 10,000 receivers. */
export const MOST_OPTIONS = 100;

/** Two fields stand side by side on a phone. */
const WIDTH = { base: 'calc(50% - 6px)', xs: 170 };
/** A date with its time needs more room. */
const TIME_WIDTH = { base: 'calc(50% - 6px)', xs: 190 };

/** One of several values, or all. */
export function FilterSelect({ label, value, onChange, options }: Choice) {
  return (
    <Select
      size="xs"
      w={WIDTH}
      label={label}
      placeholder={words.shared.all}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable={options.length > 8}
      limit={MOST_OPTIONS}
      clearable
      nothingFoundMessage={words.shared.none}
    />
  );
}

/** A text that counts once a person presses Enter or leaves the field. */
export function FilterText({
  label,
  value = '',
  onChange,
  type = 'text',
}: Field & { readonly type?: 'text' | 'number' | 'datetime-local' }) {
  const draft = useDraft(value, (text) => onChange(text === '' ? undefined : text));
  return (
    <TextInput
      size="xs"
      w={type === 'datetime-local' ? TIME_WIDTH : WIDTH}
      type={type}
      label={label}
      placeholder={words.shared.all}
      {...draft}
    />
  );
}

/** A moment in the zone of the page. */
export function FilterTime({ label, value, onChange }: Field) {
  const zone = useZone();
  return (
    <FilterText
      label={label}
      type="datetime-local"
      value={toWallClock(zone, value)}
      onChange={(text) => onChange(fromWallClock(zone, text))}
    />
  );
}

interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (name: 'from' | 'to', value: string | undefined) => void;
}

/** The period in which the rows of a list were created. */
export function FilterPeriod({ from, to, onChange }: Period) {
  return (
    <>
      <FilterTime label={words.lists.from} value={from} onChange={(value) => onChange('from', value)} />
      <FilterTime label={words.lists.to} value={to} onChange={(value) => onChange('to', value)} />
    </>
  );
}
