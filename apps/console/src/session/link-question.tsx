import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiUnreachable } from '../api/fault.js';
import { type Session, useLink, useSignIn } from '../api/session.js';
import { FaultAlert } from '../shared/fault-alert.js';
import { Loading } from '../shared/query-view.js';
import { words } from '../words/words.js';
import { EntryPage } from './entry-page.js';

interface Props {
  readonly code: string;
  /** The present session of this browser. */
  readonly session: Session;
  readonly onDone: () => void;
}

/** Asks before a link replaces the session: any web page can open a link of its own here. */
export function LinkQuestion({ code, session, onDone }: Props) {
  const { data: link, error } = useLink(code);
  const { mutate, isPending, error: refusal } = useSignIn({ onOpened: onDone });
  if (error && !(error instanceof ApiUnreachable)) return <DeadLink error={error} session={session} onDone={onDone} />;
  if (link === undefined)
    return (
      <Framed>
        <Loading />
      </Framed>
    );
  return (
    <Framed>
      <Text>{words.session.linkNow(who(session))}</Text>
      <Text>{words.session.linkThen(who(link))}</Text>
      <Text size="sm" c="dimmed">
        {words.session.linkHint(session.account)}
      </Text>
      {refusal && <FaultAlert error={refusal} />}
      <Group>
        <Button onClick={onDone}>{words.session.linkStay(session.account)}</Button>
        <Button variant="default" loading={isPending} onClick={() => mutate({ code })}>
          {words.session.linkGo(link.account)}
        </Button>
      </Group>
    </Framed>
  );
}

const who = ({ account, scope }: Pick<Session, 'account' | 'scope'>): string => `account ${account} (${words.session.scope[scope]})`;

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <EntryPage title={words.session.linkQuestion}>
    <Stack>{children}</Stack>
  </EntryPage>
);

function DeadLink({ error, session, onDone }: Omit<Props, 'code'> & { readonly error: Error }) {
  return (
    <EntryPage title={words.session.linkTitle}>
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {error.message}
        </Alert>
        <Button onClick={onDone}>{words.session.linkStay(session.account)}</Button>
      </Stack>
    </EntryPage>
  );
}
