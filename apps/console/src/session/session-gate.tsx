import { Center, Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isEmbedded } from '../api/client.js';
import { useSessionState, useSignIn } from '../api/session.js';
import { ApiUnreachableBanner } from '../shared/api-unreachable-banner.js';
import { LinkQuestion } from './link-question.js';

// most visits need no sign-in, so its form loads only when it is shown
const SignIn = lazy(() => import('./sign-in.js').then(({ SignIn: view }) => ({ default: view })));
const SessionReplaced = lazy(() => import('./session-replaced.js').then(({ SessionReplaced: view }) => ({ default: view })));

/** The code of a link (`#code=…`); undefined = the page was opened without one. */
const codeIn = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('code') ?? undefined;

/** Takes the code out of the address at once: it must not stay in the history or be copied with the address. */
function takeCode(): string | undefined {
  const code = codeIn(window.location.hash);
  if (code !== undefined) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return code;
}

const CODE = takeCode();

/** Shows its children to a person with a session, and the sign-in to any other person. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState(CODE);
  const [linkFault, setLinkFault] = useState<Error>();
  const { data: state } = useSessionState();
  useEffect(() => {
    // A link that opens in a tab with the console changes only the fragment.
    const onLink = (): void => void (codeIn(window.location.hash) !== undefined && window.location.reload());
    window.addEventListener('hashchange', onLink);
    return () => window.removeEventListener('hashchange', onLink);
  }, []);
  if (state === undefined) return <Waiting />;
  if (code !== undefined) {
    const onDone = (fault?: Error): void => {
      setLinkFault(fault);
      setCode(undefined);
    };
    // In a frame the portal chose both sessions. Elsewhere a foreign page may have opened the link.
    const isAsked = state.kind === 'open' && !isEmbedded;
    return isAsked ? <LinkQuestion code={code} session={state.session} onDone={onDone} /> : <Redeeming code={code} onDone={onDone} />;
  }
  if (state.kind === 'open') return children;
  return (
    <Suspense fallback={<Waiting />}>
      {state.kind === 'replaced' ? (
        <SessionReplaced session={state.session} />
      ) : (
        <SignIn linkFault={state.why === undefined ? linkFault : undefined} why={state.why} />
      )}
    </Suspense>
  );
}

/** The code is redeemed once, however often React draws. */
let isRedeemed = false;

function Redeeming({ code, onDone }: { readonly code: string; readonly onDone: (fault?: Error) => void }) {
  const { mutate } = useSignIn({ onOpened: onDone, onRefused: onDone });
  useEffect(() => {
    if (isRedeemed) return;
    isRedeemed = true;
    mutate({ code });
  }, [code, mutate]);
  return <Waiting />;
}

function Waiting() {
  return (
    <>
      <ApiUnreachableBanner />
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    </>
  );
}
