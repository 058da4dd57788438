import { type ComponentProps, lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./recover-dialog.js').then(({ RecoverDialog }) => ({ default: RecoverDialog })));

/** Loads the dialog when it opens: the first view does not need it. */
export const RecoverDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);
