import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { answerOf } from '../../api/fault.js';
import type { Schemas } from '../../api/schemas.js';
import { FaultAlert } from '../../shared/fault-alert.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { countdown } from '../../times/time.js';
import { useNow } from '../../times/use-now.js';
import { verifyWords } from '../../words/verify.words.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { NewSigningSecret } from '../shared/new-signing-secret.js';
import { receiverChanged, useChangeReceiver } from '../shared/receiver-mutations.js';
import { Section } from '../shared/section.js';
import { VerifySnippets } from '../verify/verify-snippets.js';

const { signing } = receiverFormWords;

const OVERLAPS = ['default', '0', '3600000', '604800000', '2592000000'] as const;
type Overlap = (typeof OVERLAPS)[number];

const bodyOf = (overlap: Overlap): Schemas['RotateSigning'] => (overlap === 'default' ? {} : { overlapMs: Number(overlap) });

/** Standard Webhooks signatures: on and off, a new secret, and the period in which both secrets sign. */
export function SigningSection({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId } = receiver;
  const { enabled, previousValidUntil } = receiver.signing;
  const [overlap, setOverlap] = useState<Overlap>('default');
  const toggle = useChangeReceiver(receiverId, enabled ? signing.offDone : signing.onDone);
  const rotate = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/receivers/{receiverId}/signing/rotate', { params: { path: { receiverId } }, body: bodyOf(overlap) })),
    gcTime: 0,
    onSuccess: () => receiverChanged(signing.rotated),
  });
  const secret = rotate.data?.signing.secret ?? toggle.data?.signing.secret;
  const error = rotate.error ?? toggle.error;
  const forget = (): void => {
    rotate.reset();
    toggle.reset();
  };
  return (
    <Section
      title={signing.title}
      hint={enabled ? signing.on : signing.off}
      aside={
        <ScopedButton
          needs="write"
          variant="default"
          size="xs"
          loading={toggle.isPending}
          onClick={() => toggle.mutate({ signing: { enabled: !enabled } })}
        >
          {enabled ? signing.switchOff : signing.switchOn}
        </ScopedButton>
      }
    >
      {secret !== undefined && (
        <NewSigningSecret secret={secret}>
          <Button size="xs" variant="default" onClick={forget}>
            {signing.stored}
          </Button>
        </NewSigningSecret>
      )}
      {previousValidUntil !== undefined && <OverlapClock receiverId={receiverId} until={previousValidUntil} />}
      {error && <FaultAlert error={error} />}
      {enabled && (
        <Group align="flex-end" gap="xs">
          <Select
            label={signing.overlap}
            size="sm"
            allowDeselect={false}
            w={320}
            data={OVERLAPS.map((value) => ({ value, label: signing.overlaps[value] }))}
            value={overlap}
            onChange={(value) => setOverlap(OVERLAPS.find((known) => known === value) ?? 'default')}
          />
          <ScopedButton needs="write" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {signing.rotate}
          </ScopedButton>
        </Group>
      )}
      {enabled && secret === undefined && <HowToVerify />}
    </Section>
  );
}

/** Code that verifies signatures, for a server that already has the secret. */
function HowToVerify() {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? verifyWords.hide : verifyWords.show}
      </Button>
      {isOpen && <VerifySnippets />}
    </Stack>
  );
}

function OverlapClock({ receiverId, until }: { readonly receiverId: string; readonly until: string }) {
  const nowMs = useNow(1000);
  const end = useMutation({
    mutationFn: () => answerOf(api.DELETE('/receivers/{receiverId}/signing/previous', { params: { path: { receiverId } } })),
    onSuccess: () => receiverChanged(signing.ended),
  });
  if (Date.parse(until) <= nowMs) return null;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text size="sm">
          {signing.bothSign}{' '}
          <Text span fw={700} size="sm" style={{ fontVariantNumeric: 'tabular-nums' }} role="timer">
            {countdown(Date.parse(until), nowMs)}
          </Text>
        </Text>
        <ScopedButton needs="write" size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {signing.endOverlap}
        </ScopedButton>
      </Group>
      {end.error && <FaultAlert error={end.error} />}
    </Stack>
  );
}
