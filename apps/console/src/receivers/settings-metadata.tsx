import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { words } from '../words/words.js';
import { Section } from './section.js';
import type { FieldsProps } from './settings-fields.js';

const { settings } = words.receivers;
const MOST = 20;

/** Keys and values for people and their tools. */
export function MetadataField({ form, faultAt }: FieldsProps) {
  const { metadata } = form.values;
  const fault = faultAt('metadata');
  return (
    <Section title={settings.metadata} hint={settings.metadataHint}>
      <Stack gap="xs">
        {metadata.map(({ id }, index) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
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
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={settings.metadataRemove(index + 1)}
              onClick={() => form.removeListItem('metadata', index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {fault && (
          <Text size="sm" c="red">
            {fault}
          </Text>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          disabled={metadata.length >= MOST}
          onClick={() => form.insertListItem('metadata', { id: crypto.randomUUID(), key: '', value: '' })}
        >
          {settings.metadataAdd}
        </Button>
      </Stack>
    </Section>
  );
}
