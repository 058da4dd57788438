import '@mantine/core/styles/Radio.css';
import { Checkbox, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEventName } from '../../api/schemas.js';
import { EVENT_NAMES, OPERATIONAL_EVENT_NAMES } from '../../api/vocabulary.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';

interface Props {
  /** Empty = all events. */
  readonly value: readonly WebhookEventName[];
  readonly onChange: (events: WebhookEventName[]) => void;
  readonly error?: string | undefined;
}

const { settings } = receiverFormWords;

/** All events, or chosen ones. */
export function EventChoice({ value, onChange, error }: Props) {
  const [isChosen, setChosen] = useState(value.length > 0);
  const isAll = !isChosen && value.length === 0;
  const choose = (mode: string): void => {
    setChosen(mode === 'chosen');
    if (mode === 'all') onChange([]);
  };
  return (
    <Stack gap="xs">
      <Radio.Group label={settings.events} value={isAll ? 'all' : 'chosen'} onChange={choose} error={error}>
        <Stack gap={6} pt={4}>
          <Radio value="all" label={settings.allEvents} />
          <Radio value="chosen" label={settings.chosenEvents} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group aria-label={settings.events} value={[...value]} onChange={onChange}>
          <Stack gap="sm" pl={28}>
            <Boxes names={EVENT_NAMES} />
            <Text size="sm" c="dimmed">
              {settings.operationalEvents}
            </Text>
            <Boxes names={OPERATIONAL_EVENT_NAMES} hintOf={(name) => settings.operationalHints[name]} />
          </Stack>
        </Checkbox.Group>
      )}
      {!isAll && value.length === 0 && (
        <Text size="sm" c="dimmed" pl={28}>
          {settings.noneChosen}
        </Text>
      )}
    </Stack>
  );
}

interface BoxesProps<Name extends WebhookEventName> {
  readonly names: readonly Name[];
  /** When the event comes, for names that do not say it. */
  readonly hintOf?: (name: Name) => string;
}

function Boxes<Name extends WebhookEventName>({ names, hintOf }: BoxesProps<Name>) {
  return (
    <SimpleGrid cols={hintOf ? 1 : { base: 1, xs: 2, md: 3 }} spacing="sm">
      {names.map((event) => (
        <Checkbox key={event} value={event} label={event} description={hintOf?.(event)} />
      ))}
    </SimpleGrid>
  );
}
