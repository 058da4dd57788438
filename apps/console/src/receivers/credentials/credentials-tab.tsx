import { Stack } from '@mantine/core';
import type { Schemas } from '../../api/schemas.js';
import { AuthSection } from './auth-section.js';
import { CertificateSection } from './certificate-section.js';
import { SigningSection } from './signing-section.js';

/** The credentials by which the service proves itself to the receiver. */
export function CredentialsTab({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  return (
    <Stack gap="lg" maw={960}>
      <SigningSection receiver={receiver} />
      <AuthSection receiver={receiver} />
      <CertificateSection receiver={receiver} />
    </Stack>
  );
}
