import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

interface Draft {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A text that counts once a person presses Enter or leaves the field. A new value from outside replaces the typed text. */
export function useDraft(value: string, onApply: (text: string) => void): Draft {
  const [text, setText] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setText(value);
  }
  const apply = (): void => {
    if (text.trim() !== value) onApply(text.trim());
  };
  return {
    value: text,
    onChange: (event) => setText(event.currentTarget.value),
    onBlur: apply,
    onKeyDown: ({ key }) => key === 'Enter' && apply(),
  };
}
