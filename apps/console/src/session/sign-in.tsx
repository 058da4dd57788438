import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { replaceSession } from '../api/queries.js';
import { ApiAwayBanner } from '../shared/api-away-banner.js';
import { words } from '../words/words.js';
import { openSession } from './session.js';

interface Props {
  /** Why the link that opened the page did not sign in. */
  readonly linkFault: Error | undefined;
  /** The person was signed in a moment ago. */
  readonly hasEnded: boolean;
}

export function SignIn({ linkFault, hasEnded }: Props) {
  const form = useForm({ initialValues: { user: '', token: '' } });
  const open = useMutation({ mutationFn: openSession, onSuccess: replaceSession });
  return (
    <>
      <ApiAwayBanner />
      <Center mih="100vh" p="md">
        <Paper component="main" withBorder radius="md" p="xl" w="100%" maw={420}>
          <form
            onSubmit={form.onSubmit(({ user, token }) => {
              open.mutate({ user: user.trim(), token: token.trim() });
            })}
          >
            <Stack>
              <div>
                <Title order={1} size="h3">
                  {words.session.title}
                </Title>
                <Text c="dimmed" size="sm">
                  {words.session.intro}
                </Text>
              </div>
              {hasEnded && (
                <Alert color="yellow" icon={<IconClock />} title={words.session.endedTitle}>
                  {words.session.ended}
                </Alert>
              )}
              {linkFault && (
                <Alert color="red" icon={<IconAlertTriangle />} title={words.session.linkTitle}>
                  {linkFault.message}
                </Alert>
              )}
              <TextInput
                label={words.session.account}
                inputMode="numeric"
                autoComplete="username"
                required
                {...form.getInputProps('user')}
              />
              <PasswordInput
                label={words.session.token}
                description={words.session.tokenHint}
                autoComplete="current-password"
                required
                {...form.getInputProps('token')}
              />
              {open.error && (
                <Alert color="red" icon={<IconAlertTriangle />} role="alert">
                  {open.error.message}
                </Alert>
              )}
              <Button type="submit" loading={open.isPending}>
                {words.session.signIn}
              </Button>
            </Stack>
          </form>
        </Paper>
      </Center>
    </>
  );
}
