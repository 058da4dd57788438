import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMay, useSession } from '../session/session.js';
import { SignInForm } from '../session/sign-in-form.js';
import { accessWords } from '../words/access.words.js';

/** Says before any tab what the session cannot do, and lets a token take its place. */
export function Limits() {
  const { account, openedBy } = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  if (useMay('generate')) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle />} role="note">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 320px' }}>
          {accessWords.limited[openedBy === 'link' ? 'link' : 'token']}
        </Text>
        <Button size="xs" onClick={open}>
          {accessWords.signIn}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title={accessWords.signIn}>
        <SignInForm account={account} />
      </Modal>
    </Alert>
  );
}
