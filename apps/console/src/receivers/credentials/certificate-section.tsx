import { Badge, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiFault } from '../../api/fault.js';
import type { Schemas } from '../../api/schemas.js';
import { Fact } from '../../shared/fact.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { Instant } from '../../times/instant.js';
import { useNow } from '../../times/use-now.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { Section } from '../shared/section.js';
import { validityOf } from './certificate-validity.js';
import { ReplaceButtons } from './replace-buttons.js';
import { useReplacing } from './use-replacing.js';

const { certificate } = receiverFormWords;

type Receiver = Schemas['ReceiverDetail'];
type Shown = NonNullable<Receiver['clientCertificate']>;

/** mTLS: the certificate that the service presents if the receiver demands one. */
export function CertificateSection({ receiver }: { readonly receiver: Receiver }) {
  const { receiverId, clientCertificate } = receiver;
  const { isOpen, open, cancel, saved, question } = useReplacing(receiver);
  const remove = useChangeReceiver(receiverId, certificate.removed);
  return (
    <Section
      title={certificate.title}
      hint={certificate.hint}
      aside={
        !isOpen && (
          <Group gap="xs">
            <ScopedButton needs="write" variant="default" size="xs" onClick={open}>
              {clientCertificate ? certificate.replace : certificate.add}
            </ScopedButton>
            {clientCertificate && (
              <ScopedButton
                needs="write"
                variant="light"
                color="red"
                size="xs"
                loading={remove.isPending}
                onClick={() => remove.mutate({ clientCertificate: null })}
              >
                {certificate.remove}
              </ScopedButton>
            )}
          </Group>
        )
      }
    >
      {clientCertificate ? <Facts shown={clientCertificate} /> : !isOpen && <Text size="sm">{certificate.none}</Text>}
      {remove.error && <FaultAlert error={remove.error} />}
      {isOpen && <UploadForm receiverId={receiverId} onSaved={saved} onCancel={cancel} />}
      {question}
    </Section>
  );
}

const COLOUR = { valid: 'teal', soon: 'orange', expired: 'red', notYet: 'orange' } as const;

function Facts({ shown }: { readonly shown: Shown }) {
  const validity = validityOf(shown, useNow(60_000));
  return (
    <Stack gap="sm">
      <Badge variant="light" color={COLOUR[validity.is]}>
        {'days' in validity ? certificate.days(validity.days) : certificate[validity.is]}
      </Badge>
      <SimpleGrid component="dl" m={0} cols={{ base: 1, sm: 2 }} spacing="sm">
        <Fact label={certificate.subject}>{shown.subject}</Fact>
        <Fact label={certificate.issuer}>{shown.issuer}</Fact>
        <Fact label={certificate.notBefore}>
          <Instant at={shown.notBefore} />
        </Fact>
        <Fact label={certificate.notAfter}>
          <Instant at={shown.notAfter} />
        </Fact>
        <Fact label={certificate.serialNumber}>{shown.serialNumber}</Fact>
        <Fact label={certificate.fingerprint}>{shown.fingerprint256}</Fact>
      </SimpleGrid>
    </Stack>
  );
}

interface FormProps {
  readonly receiverId: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function UploadForm({ receiverId, onSaved, onCancel }: FormProps) {
  const [pem, setPem] = useState({ certificate: '', privateKey: '' });
  const change = useChangeReceiver(receiverId, certificate.saved);
  const inputOf = (name: 'certificate' | 'privateKey') => ({
    label: certificate[name],
    description: certificate.descriptions[name],
    value: pem[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => setPem({ ...pem, [name]: event.currentTarget.value }),
    error: change.error instanceof ApiFault ? change.error.at(`clientCertificate.${name}`) : undefined,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } },
    autoComplete: 'off',
    spellCheck: false,
    required: true,
    autosize: true,
    minRows: 5,
    maxRows: 12,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ clientCertificate: pem }, { onSuccess: onSaved });
      }}
    >
      <Stack>
        <Textarea {...inputOf('certificate')} />
        <Textarea {...inputOf('privateKey')} />
        <ReplaceButtons change={change} saveLabel={certificate.save} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
