import { Select, TextInput } from '@mantine/core';
import { words } from '../words/words.js';
import { useDraft } from './use-draft.js';

interface Field {
  readonly label: string;
  readonly value: string | undefined;
  /** undefined = no filter */
  readonly onChange: (value: string | undefined) => void;
  /** Shown when the mouse rests on the field. */
  readonly title?: string;
}

interface Choice extends Field {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A list draws so many options; typing finds the others. An account may have 10,000 receivers. */
export const MOST_OPTIONS = 100;

/** Two fields stand side by side on a phone. On a wide page the fields of a row share its width. */
export const FIELD = { flex: { base: '0 0 calc(50% - 6px)', sm: '1 1 120px' }, miw: 0, maw: { sm: 220 } } as const;

/** New values of some filters; undefined = no filter. */
export type Change<Search> = { readonly [Name in keyof Search]?: string | undefined };

/** One of several values, or all. */
export function FilterSelect({ label, value, onChange, options, title }: Choice) {
  return (
    <Select
      {...FIELD}
      size="xs"
      label={label}
      {...(title !== undefined && { title })}
      placeholder={words.shared.all}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable={options.length > 8}
      limit={MOST_OPTIONS}
      clearable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      nothingFoundMessage={words.shared.none}
    />
  );
}

/** A text that counts once a person presses Enter or leaves the field. */
export function FilterText({ label, value = '', onChange, title, type = 'text' }: Field & { readonly type?: 'text' | 'number' }) {
  const draft = useDraft(value, (text) => onChange(text === '' ? undefined : text));
  return (
    <TextInput
      {...FIELD}
      size="xs"
      type={type}
      label={label}
      {...(title !== undefined && { title })}
      placeholder={words.shared.all}
      {...draft}
    />
  );
}
