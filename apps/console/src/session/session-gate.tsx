import { Center, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { replaceSession } from '../api/queries.js';
import { ApiAwayBanner } from '../shared/api-away-banner.js';
import { codeIn, takeCode } from './link-code.js';
import { openSession, useSessionQuery } from './session.js';
import { SignIn } from './sign-in.js';

/** Redeemed once, however often React draws. */
let redemption: Promise<Error | undefined> | undefined;

function redeem(): Promise<Error | undefined> {
  const code = takeCode();
  if (code === undefined) return Promise.resolve(undefined);
  return openSession({ code }).then(
    (session) => {
      replaceSession(session);
      return undefined;
    },
    (fault: unknown) => fault as Error,
  );
}

/** Shows its children to a person with a session, the sign-in to any other. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [isReady, setReady] = useState(false);
  const [linkFault, setLinkFault] = useState<Error>();
  useEffect(() => {
    redemption ??= redeem();
    void redemption.then((fault) => {
      setLinkFault(fault);
      setReady(true);
    });
    // A link that is opened where the console is open already changes only the fragment.
    const onLink = (): void => void (codeIn(window.location.hash) !== undefined && window.location.reload());
    window.addEventListener('hashchange', onLink);
    return () => window.removeEventListener('hashchange', onLink);
  }, []);
  return isReady ? <Gate linkFault={linkFault}>{children}</Gate> : <Waiting />;
}

function Gate({ linkFault, children }: { readonly linkFault: Error | undefined; readonly children: ReactNode }) {
  const { data: session, isPending, isError } = useSessionQuery();
  const [hadSession, setHadSession] = useState(false);
  useEffect(() => {
    if (session) setHadSession(true);
  }, [session]);
  if (session) return children;
  if (isPending || isError) return <Waiting />;
  return <SignIn linkFault={hadSession ? undefined : linkFault} hasEnded={hadSession} />;
}

function Waiting() {
  return (
    <>
      <ApiAwayBanner />
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    </>
  );
}
