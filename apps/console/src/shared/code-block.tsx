import { Box, Code } from '@mantine/core';
import { CopyIcon } from './copy-text.js';

interface Props {
  /** The name of the block, for a screen reader. */
  readonly label: string;
  readonly text: string;
  readonly maxHeight?: number | 'none';
}

/** JSON, a command or an answer, scrollable, with a button that copies it. */
export function CodeBlock({ label, text, maxHeight = 360 }: Props) {
  return (
    <Box pos="relative">
      <Box pos="absolute" top={6} right={6} bg="var(--mantine-color-body)" bdrs="sm">
        <CopyIcon text={text} />
      </Box>
      <Code block tabIndex={0} role="group" aria-label={label} mah={maxHeight} style={{ overflow: 'auto' }} pr="xl">
        {text}
      </Code>
    </Box>
  );
}

export const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Returns a body with indentation if it is JSON, otherwise as it was sent. */
export function readableBody(body: string): string {
  try {
    return prettyJson(JSON.parse(body));
  } catch {
    return body;
  }
}
