import { Text } from '@mantine/core';
import { TextLink } from '../shared/links.js';
import { useKnownReceivers } from '../shared/use-receivers.js';
import { words } from '../words/words.js';
import { isNobodyTold } from './told.js';
import { useTargets } from './use-targets.js';

interface Props {
  /** The receiver that fails; undefined = any. */
  readonly about?: string;
}

/** Warns when nobody hears of a failure. */
export function NobodyTold({ about }: Props) {
  const receivers = useKnownReceivers();
  const { data } = useTargets();
  if (data === undefined || receivers.length === 0 || !isNobodyTold({ receivers, targets: data.targets }, about)) return null;
  return (
    <Text size="sm" c="dimmed">
      {words.shared.nobodyTold}{' '}
      <TextLink to="/notifications" size="sm" underline="always">
        {words.shared.tellSomebody}
      </TextLink>
    </Text>
  );
}
