import { Button, CopyButton, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas.js';
import { CodeBlock, readableBody } from '../shared/code-block.js';
import { deliveryWords } from '../words/delivery.words.js';
import { Diagnosis } from './diagnosis.js';
import { TimingBar } from './timing-bar.js';

type Attempt = Schemas['Attempt'];

/** Everything that is known of one attempt. */
export function AttemptDetail({ attempt, isExplained }: { readonly attempt: Attempt; readonly isExplained: boolean }) {
  const { diagnosis, detail, senderAddress, tlsVersion, timings } = attempt;
  return (
    <Stack gap="md">
      {attempt.outcome !== 'accepted' && !isExplained && <Diagnosis diagnosis={diagnosis} />}
      <Part title={deliveryWords.timings}>
        <TimingBar timings={timings} />
        <Group gap="lg" style={{ rowGap: 2 }}>
          {detail !== null && <Fact label={deliveryWords.detail}>{detail}</Fact>}
          {senderAddress !== null && <Fact label={deliveryWords.senderAddress}>{senderAddress}</Fact>}
          {tlsVersion !== null && <Fact label={deliveryWords.tlsVersion}>{tlsVersion}</Fact>}
        </Group>
      </Part>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Request attempt={attempt} />
        <Answer attempt={attempt} />
      </SimpleGrid>
    </Stack>
  );
}

function Part({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack gap="xs" style={{ minWidth: 0 }}>
      <Group justify="space-between" mih={30}>
        <Title order={3} size="h6">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" size="sm">
        {label}:{' '}
      </Text>
      {children}
    </Text>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

function Request({ attempt: { url, requestHeaders, requestBody, curl } }: { readonly attempt: Attempt }) {
  return (
    <Part title={deliveryWords.request} aside={curl !== null && <CopyCurl curl={curl} />}>
      {url === null ? (
        <Note>{deliveryWords.noRequest}</Note>
      ) : (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          POST {url}
        </Text>
      )}
      {requestHeaders !== null && <Headers headers={requestHeaders} />}
      {requestBody === null ? (
        url !== null && <Note>{deliveryWords.noRequestBody}</Note>
      ) : (
        <CodeBlock label={deliveryWords.requestBody} text={readableBody(requestBody)} />
      )}
    </Part>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <Table verticalSpacing={2} horizontalSpacing={0} withRowBorders={false} layout="fixed" aria-label={deliveryWords.requestHeaders}>
      <Table.Tbody>
        {Object.entries(headers).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Td w={160} c="dimmed" fz="xs" style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
              {name}
            </Table.Td>
            <Table.Td fz="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CopyCurl({ curl }: { readonly curl: string }) {
  return (
    <CopyButton value={curl}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
          onClick={copy}
          title={deliveryWords.curlHint}
        >
          {copied ? deliveryWords.curlCopied : deliveryWords.curl}
        </Button>
      )}
    </CopyButton>
  );
}

function Answer({ attempt: { httpStatus, responseBody } }: { readonly attempt: Attempt }) {
  return (
    <Part title={deliveryWords.answer}>
      {httpStatus === null ? (
        <Note>{deliveryWords.noAnswer}</Note>
      ) : (
        <Text size="sm" ff="monospace">
          {deliveryWords.http(httpStatus)}
        </Text>
      )}
      {responseBody !== null && responseBody !== '' && <CodeBlock label={deliveryWords.answerLabel} text={readableBody(responseBody)} />}
      {httpStatus !== null && (responseBody === null || responseBody === '') && <Note>{deliveryWords.emptyAnswer}</Note>}
    </Part>
  );
}
