import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiFault } from '../../api/fault.js';
import type { Schemas } from '../../api/schemas.js';
import { Fact } from '../../shared/fact.js';
import { ScopedButton } from '../../shared/scoped-button.js';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { AuthFields } from '../shared/auth-fields.js';
import { toAuth, toAuthValues } from '../shared/auth-form.js';
import { useChangeReceiver } from '../shared/receiver-mutations.js';
import { Section } from '../shared/section.js';
import { ReplaceButtons } from './replace-buttons.js';
import { useReplacing } from './use-replacing.js';

const { auth } = receiverFormWords;

type Receiver = Schemas['ReceiverDetail'];

export function AuthSection({ receiver }: { readonly receiver: Receiver }) {
  const { isOpen, open, cancel, saved, question } = useReplacing(receiver);
  return (
    <Section
      title={auth.title}
      hint={auth.hint}
      aside={
        !isOpen && (
          <ScopedButton needs="write" variant="default" size="xs" onClick={open}>
            {auth.replace}
          </ScopedButton>
        )
      }
    >
      {isOpen ? <ReplaceForm receiver={receiver} onSaved={saved} onCancel={cancel} /> : <ShownAuth auth={receiver.auth} />}
      {question}
    </Section>
  );
}

function ShownAuth({ auth: shown }: { readonly auth: Receiver['auth'] }) {
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 1, sm: 3 }} spacing="sm">
      <Fact label={auth.type}>{auth.types[shown.type]}</Fact>
      {shown.type === 'basic' && (
        <>
          <Fact label={auth.username}>{shown.username}</Fact>
          <Fact label={auth.password}>{auth.masked}</Fact>
        </>
      )}
      {shown.type === 'headers' &&
        shown.headerNames.map((name) => (
          <Fact key={name} label={name}>
            {auth.masked}
          </Fact>
        ))}
      {shown.type === 'oauth2' && (
        <>
          <Fact label={auth.tokenUrl}>{shown.tokenUrl}</Fact>
          <Fact label={auth.clientId}>{shown.clientId}</Fact>
          <Fact label={auth.clientSecret}>{auth.masked}</Fact>
          {shown.scope !== undefined && <Fact label={auth.scope}>{shown.scope}</Fact>}
        </>
      )}
    </SimpleGrid>
  );
}

interface FormProps {
  readonly receiver: Receiver;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function ReplaceForm({ receiver, onSaved, onCancel }: FormProps) {
  const [values, setValues] = useState(() => toAuthValues(receiver.auth));
  const change = useChangeReceiver(receiver.receiverId, auth.saved);
  const faultAt = (attr: string) => (change.error instanceof ApiFault ? change.error.at(attr) : undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ auth: toAuth(values) }, { onSuccess: onSaved });
      }}
    >
      <Stack>
        <AuthFields values={values} onChange={setValues} faultAt={faultAt} />
        <ReplaceButtons change={change} saveLabel={auth.save} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
