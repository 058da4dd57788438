import { type ComponentProps, lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./recover-dialog.js').then(({ RecoverDialog }) => ({ default: RecoverDialog })));

/** Loaded when it is opened: the first view does without it. */
export const RecoverDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);
