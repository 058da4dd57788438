import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconLogout } from '@tabler/icons-react';
import { words } from '../words/words.js';
import { EntryPage } from './entry-page.js';
import { SignInForm } from './sign-in-form.js';

interface Props {
  /** The reason why the link that opened the page did not sign in. */
  readonly linkFault: Error | undefined;
  /** The reason why the previous session is gone; undefined = there was none. */
  readonly why: 'signedOut' | 'ended' | undefined;
}

export function SignIn({ linkFault, why }: Props) {
  return (
    <EntryPage title={words.session.title} intro={words.session.intro}>
      {why === 'signedOut' && (
        <Alert color="teal" icon={<IconLogout />} role="status">
          {words.session.signedOut}
        </Alert>
      )}
      {why === 'ended' && (
        <Alert color="yellow" icon={<IconClock />} title={words.session.endedTitle}>
          {words.session.ended}
        </Alert>
      )}
      {linkFault && (
        <Alert color="red" icon={<IconAlertTriangle />} title={words.session.linkTitle}>
          {linkFault.message}
        </Alert>
      )}
      <SignInForm />
    </EntryPage>
  );
}
