// The pages that links in mails open: small, without scripts, outside the console and the API's errors.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../mail/mail-texts.js';

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto 0;padding:0 1.25rem}
h1{font-size:1.35rem}form{display:inline-block;margin:1rem .75rem 0 0}
button{font:inherit;padding:.55rem 1.1rem;border-radius:.4rem;border:1px solid;cursor:pointer;background:transparent;color:inherit}
button.first{background:#2f54c4;border-color:#2f54c4;color:#fff}`;

/** The routes of the pages. */
export const MAIL_ROUTES: readonly string[] = [
  '/mail/confirmations/:confirmationId/:secret',
  '/mail/confirmations/:confirmationId/:secret/:choice',
  '/mail/unsubscriptions/:targetId/:secret',
];

export const PAGE_SECURITY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageButton {
  readonly label: string;
  /** Where the POST goes, from the address of the page; '' = the page itself. */
  readonly action: string;
}

export interface MailPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly buttons?: readonly PageButton[];
}

export const toPageHtml = ({ title, text, buttons = [] }: MailPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${buttons.map(toForm).join('\n')}
</main>
</body>
</html>
`;

const toForm = ({ label, action }: PageButton, index: number): string =>
  `<form method="post" action="${escapeHtml(action)}"><button${index === 0 ? ' class="first"' : ''}>${escapeHtml(label)}</button></form>`;

export const PAGES = {
  unknown: { status: 404, title: 'This link does not work', text: 'It is incomplete, or what it belongs to was deleted.' },
  tooMany: { status: 429, title: 'Too many requests', text: 'Wait a minute, then open the link again.' },
  unavailable: { status: 503, title: 'The service is not available', text: 'Wait a minute, then open the link again.' },
  confirmed: {
    status: 200,
    title: 'The address is confirmed',
    text: 'Notifications about webhooks come to this address. Each mail has a link that ends them.',
  },
  unsubscribed: { status: 200, title: 'You are unsubscribed', text: 'No more mails of this kind come to this address from this account.' },
} as const satisfies Record<string, MailPage>;

const NOT_ME = 'This is not me';

/** @param base the last part of the page's address, from which the buttons lead */
export const toConfirmPage = (base: string, account: string): MailPage => ({
  status: 200,
  title: 'Get notifications about webhooks?',
  text: `${account} asks to send mails to this address when its webhook receivers fail or work again.`,
  buttons: [
    { label: 'Confirm', action: `${base}/confirm` },
    { label: NOT_ME, action: `${base}/refuse` },
  ],
});

export const toExpiredPage = (base: string): MailPage => ({
  status: 200,
  title: 'This link has expired',
  text: 'A link works for three days and once. Whoever asked can send another one.',
  buttons: [{ label: NOT_ME, action: `${base}/refuse` }],
});

export const toBlockedPage = (base: string): MailPage => ({
  status: 200,
  title: 'No account can ask this address again',
  text: 'Mails that ask for a confirmation no longer come to this address.',
  buttons: [{ label: 'Undo', action: `${base}/undo` }],
});

export const toUnsubscribePage = (base: string): MailPage => ({
  status: 200,
  title: 'End these notifications?',
  text: 'Mails about the webhooks of this account will no longer come to this address.',
  buttons: [{ label: 'Unsubscribe', action: base }],
});
