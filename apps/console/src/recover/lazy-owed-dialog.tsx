import { type ComponentProps, lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./owed-dialog.js').then(({ OwedDialog }) => ({ default: OwedDialog })));

/** Loaded when it is opened: the first view does without it. */
export const OwedDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);
