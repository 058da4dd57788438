import { TextInput } from '@mantine/core';
import { useZone } from '../times/use-zone.js';
import { fromWallClock, toWallClock } from '../times/zone-time.js';
import { useDraft } from './use-draft.js';

interface Props {
  readonly label: string;
  /** Stands below the field. */
  readonly description?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly size?: 'xs';
  readonly w?: number;
}

/** A moment in the zone of the page, with a draft: without it, each typed digit would call the API. */
export function InstantField({ value, onChange, ...looks }: Props) {
  const zone = useZone();
  const draft = useDraft(toWallClock(zone, value), (typed) => onChange(fromWallClock(zone, typed)));
  return <TextInput type="datetime-local" inputWrapperOrder={['label', 'input', 'description']} {...looks} {...draft} />;
}
