import { Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/schemas.js';
import { CodeBlock } from '../../shared/code-block.js';
import { CopyText } from '../../shared/copy-text.js';
import { verifyWords } from '../../words/verify.words.js';
import { signatureCommand, signatureOf } from './signature-command.js';
import { VerifySnippets } from './verify-snippets.js';

const text = verifyWords;

/** The signature of a test, with a command and code that check it. */
export function CheckSignature({ attempt }: { readonly attempt: Schemas['Attempt'] }) {
  const signed = signatureOf(attempt);
  const isMasked = signed === undefined && attempt.requestHeaders?.['webhook-signature'] !== undefined;
  if (isMasked) {
    return (
      <Text size="sm" c="dimmed">
        {text.masked}
      </Text>
    );
  }
  if (signed === undefined) return null;
  return (
    <Stack gap="xs" style={{ minWidth: 0 }}>
      <Title order={3} size="h6">
        {text.check}
      </Title>
      <Text size="sm" component="div">
        {text.signature}: <CopyText text={signed.signature} />
      </Text>
      <Text size="sm">{text.how}</Text>
      <CodeBlock label={text.command} text={signatureCommand(signed)} />
      <VerifySnippets />
    </Stack>
  );
}
