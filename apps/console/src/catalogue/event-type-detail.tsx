import '@mantine/core/styles/List.css';
import { Badge, Button, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EventName, Schemas, WebhookEventName } from '../api/schemas.js';
import { CodeBlock, prettyJson } from '../shared/code-block.js';
import { catalogueWords } from '../words/catalogue.words.js';
import { SchemaTable } from './schema-table.js';
import { Subscribe } from './subscribe.js';

type AnyEventType = Schemas['EventType'] | Schemas['OperationalEventType'];

/** Only an event of a parcel has an `event`. */
export const eventOf = (eventType: AnyEventType): WebhookEventName => ('event' in eventType ? eventType.event : eventType.type);

interface Props {
  readonly eventType: AnyEventType;
  readonly all: readonly EventName[];
  readonly receiver: Schemas['ListedReceiver'] | undefined;
  readonly language: string;
}

/** One event: its meaning, its receivers, an example and its fields. */
export function EventTypeDetail({ eventType, all, receiver, language }: Props) {
  const { meaning, contentType, schema, example } = eventType;
  const event = eventOf(eventType);
  const ownFields = 'event' in eventType ? eventType.ownFields : [];
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="sm">
          <Title order={2} size="h3">
            {event}
          </Title>
          {'event' in eventType ? (
            <FinalBadge isFinal={eventType.isFinal} />
          ) : (
            <Badge variant="outline" color="gray">
              {catalogueWords.operational}
            </Badge>
          )}
        </Group>
        <Text>{meaning}</Text>
        {'event' in eventType && <OwnFields fields={ownFields} />}
        <Text size="sm" c="dimmed">
          {catalogueWords.contentType}: <Code>{contentType}</Code>
        </Text>
      </Stack>
      {'type' in eventType && (
        <Part title={catalogueWords.rules}>
          <List size="sm">
            {catalogueWords.operationalRules[eventType.type].map((rule) => (
              <List.Item key={rule}>{rule}</List.Item>
            ))}
          </List>
        </Part>
      )}
      <Part title={catalogueWords.subscribe}>
        <Subscribe event={event} all={all} receiver={receiver} />
      </Part>
      <Part title={catalogueWords.example}>
        <div lang={language}>
          <CodeBlock label={catalogueWords.exampleLabel(event)} text={prettyJson(example)} maxHeight={520} />
        </div>
      </Part>
      <Part title={catalogueWords.schema}>
        <SchemaTable event={event} schema={schema} ownFields={ownFields} />
        <RawSchema event={event} schema={schema} />
      </Part>
    </Stack>
  );
}

function FinalBadge({ isFinal }: { readonly isFinal: boolean }) {
  return isFinal ? (
    <Badge variant="light" leftSection={<IconFlag size={12} aria-hidden />} title={catalogueWords.finalHint}>
      {catalogueWords.final}
    </Badge>
  ) : (
    <Badge variant="outline" color="gray">
      {catalogueWords.notFinal}
    </Badge>
  );
}

function OwnFields({ fields }: { readonly fields: readonly string[] }) {
  return (
    <Text size="sm" c="dimmed">
      {catalogueWords.ownFields}:{' '}
      {fields.length === 0
        ? catalogueWords.noOwnFields
        : fields.map((field) => (
            <Code key={field} mr={6}>
              {field}
            </Code>
          ))}
    </Text>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function RawSchema({ event, schema }: { readonly event: WebhookEventName; readonly schema: unknown }) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Stack gap="xs" align="stretch">
      <div>
        <Button variant="default" size="xs" onClick={toggle} aria-expanded={isOpen}>
          {catalogueWords.rawSchema}
        </Button>
      </div>
      {isOpen && <CodeBlock label={catalogueWords.rawSchemaLabel(event)} text={prettyJson(schema)} maxHeight={520} />}
    </Stack>
  );
}
