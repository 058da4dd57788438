import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { words } from '../words/words.js';

/** One box for all: `/` leads here from anywhere. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useHotkeys([['/', () => input.current?.focus()]]);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    if (q !== '') void navigate({ to: '/search', search: { q } });
  };
  return (
    <form role="search" onSubmit={search} style={{ flex: 1, maxWidth: 520 }}>
      <TextInput
        ref={input}
        type="search"
        aria-label={words.shared.search}
        placeholder={words.shared.search}
        title={words.shared.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
