import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { words } from '../words/words.js';

/** The search box of every view; `/` leads here. It holds the text of the search view, and is empty on any other view. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  const sought = useRouterState({ select: ({ location }) => (location.pathname.endsWith('/search') ? (location.search.q ?? '') : '') });
  const [text, setText] = useState(sought);
  const [last, setLast] = useState({ place, sought });
  if (last.place !== place || last.sought !== sought) {
    setLast({ place, sought });
    setText(sought);
  }
  const navigate = useNavigate();
  const focus = (): void => input.current?.focus();
  // some keyboards type / with shift
  useHotkeys([
    ['/', focus],
    ['shift+/', focus],
  ]);
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
