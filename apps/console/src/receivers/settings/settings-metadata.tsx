import { TextInput } from '@mantine/core';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { PairRows } from '../shared/pair-rows.js';
import { Section } from '../shared/section.js';
import type { FieldsProps } from './settings-fields.js';

const { settings } = receiverFormWords;
const MOST = 20;

/** Keys and values for people and their tools. */
export function MetadataField({ form, faultAt }: FieldsProps) {
  const { metadata } = form.values;
  const rows = metadata.map(({ id }, index) => ({
    id,
    removeLabel: settings.metadataRemove(index + 1),
    onRemove: () => form.removeListItem('metadata', index),
    fields: (
      <>
        <TextInput
          flex={1}
          maxLength={40}
          aria-label={settings.metadataKey(index + 1)}
          placeholder={settings.key}
          {...form.getInputProps(`metadata.${index}.key`)}
        />
        <TextInput
          flex={2}
          maxLength={500}
          aria-label={settings.metadataValue(index + 1)}
          placeholder={settings.value}
          {...form.getInputProps(`metadata.${index}.value`)}
        />
      </>
    ),
  }));
  return (
    <Section title={settings.metadata} hint={settings.metadataHint}>
      <PairRows
        rows={rows}
        fault={faultAt('metadata')}
        addLabel={settings.metadataAdd}
        isFull={metadata.length >= MOST}
        onAdd={() => form.insertListItem('metadata', { id: crypto.randomUUID(), key: '', value: '' })}
      />
    </Section>
  );
}
