import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/words.js';

interface Field {
  readonly label: string;
  readonly value: string | undefined;
  /** undefined = no filter */
  readonly onChange: (value: string | undefined) => void;
}

interface Choice extends Field {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Two side by side on a phone. */
const WIDTH = { base: 'calc(50% - 6px)', xs: 170 };

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
      clearable
      nothingFoundMessage={words.shared.none}
    />
  );
}

/** A text that counts when one presses Enter or leaves the field. */
export function FilterText(props: Field & { readonly type?: 'text' | 'number' | 'datetime-local' }) {
  // a new value from outside begins a new field
  return <FilterTextField key={props.value ?? ''} {...props} />;
}

function FilterTextField({ label, value = '', onChange, type = 'text' }: Field & { readonly type?: string }) {
  const [text, setText] = useState(value);
  const apply = (): void => {
    const next = text.trim();
    if (next !== value) onChange(next === '' ? undefined : next);
  };
  return (
    <TextInput
      size="xs"
      w={WIDTH}
      type={type}
      label={label}
      placeholder={words.shared.all}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
