import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

const Palette = lazy(() => import('./palette.js').then(({ Palette }) => ({ default: Palette })));
const Shortcuts = lazy(() => import('./shortcuts.js').then(({ Shortcuts }) => ({ default: Shortcuts })));

/** What keys do on every view. Palette and list of shortcuts are loaded when somebody asks for them. */
export function Keyboard() {
  // each number is one request: pressing again opens again
  const [palette, setPalette] = useState(0);
  const [areShown, setShown] = useState(false);
  useHotkeys([['mod+K', () => setPalette((count) => count + 1)]], []);
  useHotkeys([['shift+?', () => setShown(true)]]);
  return (
    <Suspense fallback={null}>
      {palette > 0 && <Palette request={palette} onShortcuts={() => setShown(true)} />}
      {areShown && <Shortcuts onClose={() => setShown(false)} />}
    </Suspense>
  );
}
