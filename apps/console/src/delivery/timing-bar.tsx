import '@mantine/core/styles/Progress.css';
import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { durationText } from '../times/time.js';
import { deliveryWords } from '../words/delivery.words.js';
import { isReused, type Phase, timingParts } from './timing-parts.js';

const COLOURS: Readonly<Record<Phase, string>> = {
  dns: 'grape.6',
  connect: 'blue.6',
  tls: 'cyan.7',
  firstByte: 'teal.7',
  rest: 'gray.5',
};

/** The time that each phase of one attempt took. */
export function TimingBar({ timings }: { readonly timings: Schemas['AttemptTimings'] }) {
  const parts = timingParts(timings);
  return (
    <Stack gap={6}>
      <Progress.Root size={10} aria-hidden>
        {parts.map(({ phase, percent }) => (
          <Progress.Section key={phase} value={percent} color={COLOURS[phase]} />
        ))}
      </Progress.Root>
      <Group gap="md" style={{ rowGap: 4 }}>
        {parts.map(({ phase, ms }) => (
          <Group key={phase} gap={6} wrap="nowrap">
            <Swatch phase={phase} />
            <Text size="xs">
              {deliveryWords.phase[phase]} {durationText(ms)}
            </Text>
          </Group>
        ))}
        <Text size="xs" fw={600}>
          {deliveryWords.total} {durationText(timings.totalMs)}
        </Text>
        {isReused(timings) && (
          <Text size="xs" c="dimmed">
            {deliveryWords.reused}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Swatch({ phase }: { readonly phase: Phase }) {
  const [name, shade] = COLOURS[phase].split('.');
  return <span aria-hidden style={{ width: 8, height: 8, borderRadius: 2, background: `var(--mantine-color-${name}-${shade})` }} />;
}
