import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../session/session.js';
import { SignInForm } from '../session/sign-in-form.js';
import { EmptyState } from '../shared/empty-state.js';
import { words } from '../words/words.js';

/** What only a session of scope `generate` may see; others see why, and a way on. */
export function NeedsGenerate({ children }: { readonly children: ReactNode }) {
  if (useMay('generate')) return children;
  return (
    <EmptyState title={words.access.needsTitle} action={<SignInWithToken />}>
      {words.access.needs}
    </EmptyState>
  );
}

/** Replaces the session of this browser by one that a token opens. */
export function SignInWithToken() {
  const { account } = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button style={{ alignSelf: 'center' }} onClick={open}>
        {words.access.signIn}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.access.signIn}>
        <SignInForm account={account} />
      </Modal>
    </>
  );
}
