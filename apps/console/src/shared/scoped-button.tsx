import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TokenScope } from '../api/schemas.js';
import { useMay } from '../api/session.js';
import { words } from '../words/words.js';

interface Props extends ButtonProps {
  readonly needs: TokenScope;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** The reason why the button does nothing now, for any session. */
  readonly reason?: string | undefined;
  readonly children: ReactNode;
}

/** A button that needs a scope. A session without the scope sees the button and why it does nothing. */
export function ScopedButton({ needs, onClick, children, disabled, reason, ...props }: Props) {
  const may = useMay(needs);
  if (may && reason === undefined) {
    return (
      <Button type="button" {...props} disabled={disabled ?? false} {...(onClick && { onClick })}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={may ? reason : words.shared.needsScope[needs]} multiline w={260}>
      <Button {...props} type="button" data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
