export const sessionWords = {
  title: 'Webhooks console',
  intro: 'Sign in with the number of your account and one of its tokens.',
  account: 'Account',
  token: 'Token',
  tokenHint: 'Starts with pew_. The browser does not keep it: a session cookie takes its place for 8 hours.',
  signIn: 'Sign in',
  endedTitle: 'Your session has ended',
  ended: 'It was ended, its token was revoked, or 8 hours have passed. Sign in again; you come back to this page.',
  linkTitle: 'The link did not sign you in',
  linkQuestion: 'Sign in to another session?',
  linkNow: (who: string) => `You are signed in to ${who}.`,
  linkThen: (who: string) => `The link that you opened signs in to ${who}. It ends the session that you have now.`,
  linkHint: (account: number) => `If you expected no link, stay in account ${account}: another page may have opened it.`,
  linkStay: (account: number) => `Stay in account ${account}`,
  linkGo: (account: number) => `Sign in to account ${account}`,
  replacedTitle: 'Another tab has signed in',
  replaced: (before: number, now: number) =>
    before === now
      ? `Another tab of this browser has signed in to account ${now} again. The session of this tab has ended.`
      : `This tab showed account ${before}. Another tab of this browser has signed in to account ${now}, and the session of this tab has ended.`,
  replacedNothing: 'The service has carried out no request of this tab since then.',
  replacedHint: (now: number) =>
    `A browser keeps one session: signing in here ends the session of account ${now}. Use a private window to work in both.`,
  goOn: (account: number) => `Continue in account ${account}`,
  signInAgain: (account: number) => `Sign in to account ${account} again`,
  signedOut: 'You are signed out.',
  signOut: 'Sign out',
  signedInAs: (account: number) => `Account ${account}`,
  /** Shown for a session whose token or link has a note. */
  openedBy: (note: string) => `Signed in with “${note}”`,
  scope: { read: 'view only', write: 'view and change', generate: 'view, change and manage access' },
  until: 'Session ends',
} as const;
