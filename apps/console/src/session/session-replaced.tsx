import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiUnreachable } from '../api/fault.js';
import { type SessionState, setSession } from '../api/queries.js';
import { type Session, useSessionOfCookie } from '../api/session.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { Loading } from '../shared/query-view.js';
import { words } from '../words/words.js';
import { EntryPage } from './entry-page.js';
import { SignIn } from './sign-in.js';
import { SignInForm } from './sign-in-form.js';

/** Says what happened, and how to go on, when the cookie belongs to the session of another tab. */
export function SessionReplaced({ session }: { readonly session: Session }) {
  const { data: now, error } = useSessionOfCookie();
  if (now?.kind === 'none') return <SignIn why="ended" linkFault={undefined} />;
  return (
    <EntryPage title={words.session.replacedTitle}>
      {error && !(error instanceof ApiUnreachable) && <FaultAlert error={error} />}
      {now?.kind === 'open' ? <Ways before={session} now={now} /> : <Loading />}
    </EntryPage>
  );
}

type Open = Extract<SessionState, { readonly kind: 'open' }>;

function Ways({ before: { account }, now }: { readonly before: Session; readonly now: Open }) {
  const [isSigningIn, setSigningIn] = useState(false);
  const other = now.session.account;
  return (
    <Stack>
      <Text>{words.session.replaced(account, other)}</Text>
      <Text size="sm">{words.session.replacedNothing}</Text>
      <Button onClick={() => setSession(now)}>{words.session.goOn(other)}</Button>
      {account !== other && (
        <>
          <Text size="sm" c="dimmed">
            {words.session.replacedHint(other)}
          </Text>
          {isSigningIn ? (
            <SignInForm account={account} />
          ) : (
            <Button variant="default" onClick={() => setSigningIn(true)}>
              {words.session.signInAgain(account)}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}
