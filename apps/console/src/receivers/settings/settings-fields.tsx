import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { filterWords } from '../../words/filter.words.js';
import { FilterFields } from '../filter/filter-fields.js';
import { EventChoice } from '../shared/event-choice.js';
import { Section } from '../shared/section.js';
import type { SettingsValues } from './settings-form.js';

export interface FieldsProps {
  readonly form: UseFormReturnType<SettingsValues>;
  /** Returns the text of the API about a wrong field. */
  readonly faultAt: (attr: string) => string | undefined;
}

const { settings, formats } = receiverFormWords;

const REFERENCES = ['courier', 'tracking_number', 'orderNo', 'client', 'warehouse', 'destination_country_iso3', 'language'] as const;

export function NameFields({ form, faultAt }: FieldsProps) {
  return (
    <Section title={settings.naming} hint={settings.namingHint}>
      <TextInput
        label={settings.name}
        placeholder={settings.nameHint}
        maxLength={100}
        {...form.getInputProps('name')}
        error={faultAt('name')}
      />
      <Textarea
        label={settings.description}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('description')}
        error={faultAt('description')}
      />
      <TextInput
        label={settings.url}
        description={settings.urlHint}
        type="url"
        required
        {...form.getInputProps('url')}
        error={faultAt('url')}
      />
    </Section>
  );
}

export function ContentFields({ form, faultAt }: FieldsProps) {
  return (
    <Section title={settings.content} hint={settings.contentHint}>
      <EventChoice value={form.values.events} onChange={(events) => form.setFieldValue('events', events)} error={faultAt('events')} />
      <Stack gap="md">
        <FormatSelect value={form.values.format} onChange={(format) => form.setFieldValue('format', format)} error={faultAt('format')} />
        <MultiSelect
          label={settings.queryParameters}
          description={settings.queryParametersHint}
          data={REFERENCES}
          {...form.getInputProps('queryParameters')}
          error={faultAt('queryParameters')}
        />
        <Select
          label={settings.etaUnknownForm}
          description={settings.etaUnknownFormHint}
          allowDeselect={false}
          data={(['object', 'empty', 'null_text'] as const).map((value) => ({ value, label: settings.etaForms[value] }))}
          {...form.getInputProps('etaUnknownForm')}
          error={faultAt('etaUnknownForm')}
        />
      </Stack>
    </Section>
  );
}

export function FilterSection({ form, faultAt }: FieldsProps) {
  const { events, filter } = form.values;
  return (
    <Section title={filterWords.title} hint={filterWords.hint}>
      <FilterFields events={events} value={filter} onChange={(next) => form.setFieldValue('filter', next)} faultAt={faultAt} />
    </Section>
  );
}

interface FormatProps {
  readonly value: SettingsValues['format'];
  readonly onChange: (format: SettingsValues['format']) => void;
  readonly error?: string | undefined;
}

export function FormatSelect({ value, onChange, error }: FormatProps) {
  return (
    <Select
      label={settings.format}
      allowDeselect={false}
      data={(['plain', 'cloudevents'] as const).map((format) => ({ value: format, label: formats[format] }))}
      value={value}
      onChange={(format) => onChange(format === 'cloudevents' ? format : 'plain')}
      error={error}
    />
  );
}
