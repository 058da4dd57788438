import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { words } from '../words/words.js';

interface Props {
  readonly text: string;
  /** Shown in place of the text. The button copies the whole text. */
  readonly shown?: string;
}

/** An id or a command, with a button that copies it. */
export function CopyText({ text, shown = text }: Props) {
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} title={text}>
        {shown}
      </Code>
      <CopyIcon text={text} />
    </Group>
  );
}

export function CopyIcon({ text }: { readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? words.shared.copied : words.shared.copy}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={`${words.shared.copy} ${text.slice(0, 40)}`}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
