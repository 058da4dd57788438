import { Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/schemas.js';
import { deliveryWords } from '../words/delivery.words.js';

/** The cause of a failure and the remedy, in the words of the API. */
export function Diagnosis({ diagnosis: { meaning, toDo } }: { readonly diagnosis: Schemas['AttemptDiagnosis'] }) {
  return (
    <Stack gap={4}>
      <Line label={deliveryWords.why} text={meaning} />
      <Line label={deliveryWords.toDo} text={toDo} />
    </Stack>
  );
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Text size="sm" maw={780}>
      <Text span size="sm" fw={600}>
        {label}:
      </Text>{' '}
      {text}
    </Text>
  );
}
