import { PasswordInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { receiverFormWords } from '../../words/receiver-forms.words.js';
import { AUTH_TYPES, type AuthValues, type HeaderRow } from './auth-form.js';
import { PairRows } from './pair-rows.js';

interface Props {
  readonly values: AuthValues;
  readonly onChange: (values: AuthValues) => void;
  /** Returns the text of the API about a wrong field, such as `auth.tokenUrl`. */
  readonly faultAt: (attr: string) => string | undefined;
}

const { auth } = receiverFormWords;

/** The credentials by which the service proves itself to the receiver. */
export function AuthFields({ values, onChange, faultAt }: Props) {
  return (
    <Stack gap="md">
      <Select
        label={auth.type}
        allowDeselect={false}
        data={AUTH_TYPES.map((value) => ({ value, label: auth.types[value] }))}
        value={values.type}
        onChange={(type) => onChange({ ...values, type: type ?? 'none' })}
        maw={420}
      />
      <TypeFields values={values} onChange={onChange} faultAt={faultAt} />
    </Stack>
  );
}

function TypeFields(props: Props) {
  switch (props.values.type) {
    case 'none':
      return (
        <Text size="sm" c="dimmed">
          {auth.noneHint}
        </Text>
      );
    case 'basic':
      return <BasicFields {...props} />;
    case 'headers':
      return <HeaderFields {...props} />;
    case 'oauth2':
      return <OAuth2Fields {...props} />;
    default:
      return props.values.type satisfies never;
  }
}

type TextField = 'username' | 'password' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope';

const inputOf = ({ values, onChange, faultAt }: Props, name: TextField) => ({
  label: auth[name],
  value: values[name],
  onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange({ ...values, [name]: event.currentTarget.value }),
  error: faultAt(`auth.${name}`),
});

function BasicFields(props: Props) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput {...inputOf(props, 'username')} required autoComplete="off" />
      <PasswordInput {...inputOf(props, 'password')} autoComplete="new-password" />
    </SimpleGrid>
  );
}

function OAuth2Fields(props: Props) {
  return (
    <Stack gap="md">
      <TextInput {...inputOf(props, 'tokenUrl')} required type="url" placeholder={auth.tokenUrlExample} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...inputOf(props, 'clientId')} required autoComplete="off" />
        <PasswordInput {...inputOf(props, 'clientSecret')} required autoComplete="new-password" />
      </SimpleGrid>
      <TextInput {...inputOf(props, 'scope')} description={auth.scopeHint} />
    </Stack>
  );
}

function HeaderFields({ values, onChange, faultAt }: Props) {
  const { headers } = values;
  const put = (id: string, change: Partial<HeaderRow>): void =>
    onChange({ ...values, headers: headers.map((row) => (row.id === id ? { ...row, ...change } : row)) });
  const rows = headers.map(({ id, name, value }, index) => ({
    id,
    removeLabel: auth.headerRemove(index + 1),
    onRemove: () => onChange({ ...values, headers: headers.filter((row) => row.id !== id) }),
    fields: (
      <>
        <TextInput
          flex={1}
          aria-label={auth.headerName(index + 1)}
          placeholder={auth.headerNameExample}
          value={name}
          onChange={(event) => put(id, { name: event.currentTarget.value })}
        />
        <PasswordInput
          flex={2}
          aria-label={auth.headerValue(index + 1)}
          placeholder={auth.value}
          autoComplete="new-password"
          value={value}
          onChange={(event) => put(id, { value: event.currentTarget.value })}
        />
      </>
    ),
  }));
  return (
    <PairRows
      rows={rows}
      fault={faultAt('auth.headers')}
      addLabel={auth.headerAdd}
      onAdd={() => onChange({ ...values, headers: [...headers, { id: crypto.randomUUID(), name: '', value: '' }] })}
    />
  );
}
