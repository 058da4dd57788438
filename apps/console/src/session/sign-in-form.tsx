import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { words } from '../words/words.js';
import { useSignIn } from './session.js';

/** Account and token. The session that they open replaces the session of this browser. */
export function SignInForm({ account }: { readonly account?: number }) {
  const form = useForm({ initialValues: { user: account === undefined ? '' : String(account), token: '' } });
  const { mutate, error, isPending } = useSignIn();
  return (
    <form onSubmit={form.onSubmit(({ user, token }) => mutate({ user: user.trim(), token: token.trim() }))}>
      <Stack>
        <TextInput label={words.session.account} inputMode="numeric" autoComplete="username" required {...form.getInputProps('user')} />
        <PasswordInput
          label={words.session.token}
          description={words.session.tokenHint}
          autoComplete="current-password"
          required
          {...form.getInputProps('token')}
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
