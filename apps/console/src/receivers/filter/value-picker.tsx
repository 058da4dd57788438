import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Group, MultiSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { filterWords } from '../../words/filter.words.js';
import { words } from '../../words/words.js';
import { CLOSED, PATTERNS } from './filter-lists.js';
import { type FilterList, NAME_OF } from './wish.js';

export interface KnownValue {
  readonly value: string;
  readonly parcels: number;
}

interface Props {
  readonly list: FilterList;
  readonly value: readonly string[];
  /** The values of the account's parcels, the most frequent first. */
  readonly known: readonly KnownValue[];
  readonly onChange: (value: string[]) => void;
  readonly error?: string | undefined;
}

/** The library takes "" for no value, and "" is a value of a filter. */
const KEY = '=';
const keyOf = (value: string): string => KEY + value;
const valueOf = (key: string): string => key.slice(KEY.length);

/** One list of a filter: chosen from the values that occur, or typed where the list takes any value. */
export function ValuePicker({ list, value, known, onChange, error }: Props) {
  const [typed, setTyped] = useState('');
  const [label, nameOf, closed, pattern] = [words.receivers.filter.lists[list], NAME_OF[list], CLOSED[list], PATTERNS[list]];
  const counts = new Map(known.map(({ value: each, parcels }) => [each, parcels]));
  const values = [...new Set([...(closed ?? counts.keys()), ...value])];
  const wanted = typed.trim();
  const isNew = closed === undefined && wanted !== '' && !values.includes(wanted) && (pattern?.test(wanted) ?? true);
  const data = values.map((each) => ({ value: keyOf(each), label: closed ? nameOf(each) : labelOf(each, nameOf(each)) }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? filterWords.all : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': filterWords.clear(label) }}
      hidePickedOptions
      nothingFoundMessage={closed ? filterWords.nothing : filterWords.type[list]}
      data={isNew ? [...data, { value: keyOf(wanted), label: filterWords.add(wanted) }] : data}
      renderOption={({ option }) => <Option label={option.label} parcels={counts.get(valueOf(option.value))} />}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value.map(keyOf)}
      onChange={(keys) => onChange(keys.map(valueOf))}
      error={error}
    />
  );
}

/** Both the name and the code are found by typing. */
const labelOf = (value: string, name: string): string =>
  value === '' || name.toLowerCase() === value.toLowerCase() ? name : `${name} (${value})`;

function Option({ label, parcels }: { readonly label: string; readonly parcels: number | undefined }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" flex={1}>
      <span style={{ overflowWrap: 'anywhere' }}>{label}</span>
      {parcels !== undefined && (
        <Text size="xs" c="dimmed" component="span" style={{ whiteSpace: 'nowrap' }}>
          {filterWords.parcels(parcels)}
        </Text>
      )}
    </Group>
  );
}
