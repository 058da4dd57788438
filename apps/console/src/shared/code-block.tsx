import { Box, Code } from '@mantine/core';
import { CopyIcon } from './copy-text.js';

interface Props {
  /** What it is, for a screen reader. */
  readonly label: string;
  readonly text: string;
  readonly maxHeight?: number;
}

/** JSON, a command or an answer: as it is, scrollable, to be copied. */
export function CodeBlock({ label, text, maxHeight = 360 }: Props) {
  return (
    <Box pos="relative">
      <Box pos="absolute" top={6} right={6} bg="var(--mantine-color-body)" bdrs="sm">
        <CopyIcon text={text} />
      </Box>
      <Code block tabIndex={0} role="region" aria-label={label} mah={maxHeight} style={{ overflow: 'auto' }} pr="xl">
        {text}
      </Code>
    </Box>
  );
}

export const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** A body as it was sent, laid out when it is JSON. */
export function readableBody(body: string): string {
  try {
    return prettyJson(JSON.parse(body));
  } catch {
    return body;
  }
}
