import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { searchWords } from '../words/search.words.js';

const text = searchWords;

/** Explains a parcel by courier and number: it may have no record yet. */
export function ExplainForm({ q }: { readonly q: string }) {
  const [courier, setCourier] = useState('');
  const [number, setNumber] = useState(q);
  const navigate = useNavigate();
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const params = { courier: courier.trim(), trackingNumber: number.trim() };
    if (params.courier !== '' && params.trackingNumber !== '') void navigate({ to: '/parcels/$courier/$trackingNumber', params });
  };
  return (
    <Paper withBorder p="lg" component="form" onSubmit={open}>
      <Title order={2} size="h4">
        {text.explainTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.explain}
      </Text>
      <Group align="flex-end" gap="sm">
        <TextInput
          required
          withAsterisk={false}
          label={text.courier}
          value={courier}
          onChange={(event) => setCourier(event.currentTarget.value)}
          w={{ base: '100%', xs: 220 }}
        />
        <TextInput
          required
          withAsterisk={false}
          label={text.trackingNumber}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          w={{ base: '100%', xs: 300 }}
        />
        <Button type="submit">{text.explainButton}</Button>
      </Group>
    </Paper>
  );
}
