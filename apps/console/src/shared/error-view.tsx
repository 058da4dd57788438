import type { ErrorComponentProps } from '@tanstack/react-router';
import { FaultAlert } from './fault-alert.js';
import { ButtonLink } from './links.js';
import { Page } from './page.js';
import { words } from '../words/words.js';

/** A fault of the console itself in one view. The other views go on. */
export function BrokenView({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={words.shared.brokenTitle}>
      <FaultAlert error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </Page>
  );
}

export function NotFoundView() {
  return (
    <Page title={words.shared.notFoundTitle} subtitle={words.shared.notFound}>
      <ButtonLink to="/" variant="default" style={{ alignSelf: 'flex-start' }}>
        {words.shared.toOverview}
      </ButtonLink>
    </Page>
  );
}
