import { useState } from 'react';
import { fromOfPreset, type Period, type Preset, presetOf } from './period.js';

/** A period of the address. The period of a preset must not become another period while the page is open. */
export function usePreset({ from, to }: Period, onChange: (from: string | undefined) => void) {
  const [chosenMs, setChosenMs] = useState(() => Date.now());
  const choose = (preset: Preset | undefined): void => {
    const nowMs = Date.now();
    setChosenMs(nowMs);
    onChange(preset && fromOfPreset(preset, nowMs));
  };
  return { chosenMs, chosen: presetOf({ from, to }, chosenMs), choose };
}
