import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSignIn } from '../api/session.js';
import { words } from '../words/words.js';

/** Asks for account and token. The new session replaces the session of this browser. */
export function SignInForm({ account }: { readonly account?: number }) {
  const [user, setUser] = useState(account === undefined ? '' : String(account));
  const [token, setToken] = useState('');
  const { mutate, error, isPending } = useSignIn();
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        mutate({ user: user.trim(), token: token.trim() });
      }}
    >
      <Stack>
        <TextInput
          label={words.session.account}
          inputMode="numeric"
          autoComplete="username"
          required
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.session.token}
          description={words.session.tokenHint}
          autoComplete="current-password"
          required
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        {error && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {error.message}
          </Alert>
        )}
        <Button type="submit" loading={isPending}>
          {words.session.signIn}
        </Button>
      </Stack>
    </form>
  );
}
