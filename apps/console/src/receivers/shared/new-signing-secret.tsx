import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyText } from '../../shared/copy-text.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { VerifySnippets } from '../verify/verify-snippets.js';

const { signing } = receiverFormWords;

/** A signing secret, which the API shows only once. */
export function NewSigningSecret({ secret, children }: { readonly secret: string; readonly children?: ReactNode }) {
  return (
    <Alert variant="default" icon={<IconKey />} title={signing.onceTitle} role="status">
      <Stack gap="sm" align="flex-start">
        <CopyText text={secret} />
        <Text size="sm">{signing.once}</Text>
        {children}
        <VerifySnippets />
      </Stack>
    </Alert>
  );
}
