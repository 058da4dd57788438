import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EventName, Schemas } from '../api/schemas.js';
import { CodeBlock, prettyJson } from '../shared/code-block.js';
import { catalogueWords } from '../words/catalogue.words.js';
import { SchemaTable } from './schema-table.js';
import { Subscribe } from './subscribe.js';

interface Props {
  readonly eventType: Schemas['EventType'];
  readonly all: readonly EventName[];
  readonly receiver: Schemas['ListedReceiver'] | undefined;
  readonly language: string;
}

/** One event: its meaning, its receivers, an example and its fields. */
export function EventTypeDetail({ eventType, all, receiver, language }: Props) {
  const { event, meaning, isFinal, ownFields, contentType, schema, example } = eventType;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="sm">
          <Title order={2} size="h3">
            {event}
          </Title>
          {isFinal ? (
            <Badge variant="light" leftSection={<IconFlag size={12} aria-hidden />} title={catalogueWords.finalHint}>
              {catalogueWords.final}
            </Badge>
          ) : (
            <Badge variant="outline" color="gray">
              {catalogueWords.notFinal}
            </Badge>
          )}
        </Group>
        <Text>{meaning}</Text>
        <Text size="sm" c="dimmed">
          {catalogueWords.ownFields}:{' '}
          {ownFields.length === 0
            ? catalogueWords.noOwnFields
            : ownFields.map((field) => (
                <Code key={field} mr={6}>
                  {field}
                </Code>
              ))}
        </Text>
        <Text size="sm" c="dimmed">
          {catalogueWords.contentType}: <Code>{contentType}</Code>
        </Text>
      </Stack>
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

function RawSchema({ event, schema }: { readonly event: EventName; readonly schema: unknown }) {
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
