import '@mantine/core/styles/NumberInput.css';
import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { Section } from '../shared/section.js';
import type { FieldsProps } from './settings-fields.js';

const { settings } = receiverFormWords;

export function PaceFields({ form, faultAt }: FieldsProps) {
  const common = { allowDecimal: false, allowNegative: false, thousandSeparator: ',' } as const;
  return (
    <Section title={settings.pace} hint={settings.paceHint}>
      <SimpleGrid cols={{ base: 1, sm: 3, lg: 1 }}>
        <NumberInput
          label={settings.timeoutMs}
          description={settings.timeoutMsHint}
          suffix=" ms"
          required
          {...common}
          {...form.getInputProps('timeoutMs')}
          error={faultAt('timeoutMs')}
        />
        <NumberInput
          label={settings.maxPerSecond}
          description={settings.maxPerSecondHint}
          placeholder={settings.noLimit}
          {...common}
          {...form.getInputProps('maxPerSecond')}
          error={faultAt('maxPerSecond')}
        />
        <NumberInput
          label={settings.maxInFlight}
          description={settings.maxInFlightHint}
          placeholder={settings.noLimit}
          {...common}
          {...form.getInputProps('maxInFlight')}
          error={faultAt('maxInFlight')}
        />
      </SimpleGrid>
    </Section>
  );
}

const DURATIONS = ['PT1H', 'PT6H', 'PT12H', 'P1D', 'P3D', 'P7D', 'P30D'] as const;
const NEVER = 'never';

export function FailureFields({ form, faultAt }: FieldsProps) {
  const { disableAfterFailingFor: span } = form.values;
  const known: readonly string[] = DURATIONS;
  const others = span === '' || known.includes(span) ? [] : [{ value: span, label: span }];
  return (
    <Section title={settings.failure} hint={settings.failureHint}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={settings.onGone}
          allowDeselect={false}
          data={(['retry', 'disable'] as const).map((value) => ({ value, label: settings.onGoneForms[value] }))}
          {...form.getInputProps('onGone')}
          error={faultAt('onGone')}
        />
        <Select
          label={settings.disableAfterFailingFor}
          allowDeselect={false}
          data={[
            { value: NEVER, label: settings.never },
            ...DURATIONS.map((value) => ({ value, label: settings.durations[value] })),
            ...others,
          ]}
          value={span === '' ? NEVER : span}
          onChange={(value) => form.setFieldValue('disableAfterFailingFor', value === NEVER ? '' : (value ?? ''))}
          error={faultAt('disableAfterFailingFor')}
        />
      </SimpleGrid>
    </Section>
  );
}
