// An operational event → the words of a mail: counts, names of receivers and ids, no data of parcels.
import type { CertificateRole, OperationalEntry, OperationalEventName, OutageReason, DisabledReason } from '#libs/contracts';
import type { MailContent } from './smtp.client.js';

/** An event as a target hears it. */
export interface MailEvent {
  readonly eventid: string;
  readonly type: OperationalEventName;
  readonly decidedAt: Date;
  /** The kept entries about the target's receivers. */
  readonly entries: readonly OperationalEntry[];
  /** The target's receivers whose entries are not kept. */
  readonly others: readonly string[];
  /** The number of receivers, deliveries or certificates of the target. */
  readonly count: number;
}

export interface MailContext {
  /** The account's name, or its number. */
  readonly account: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The names of receivers by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Returns the address of a page of the console. @param path such as `receivers/3f25…` */
  readonly consoleUrl: (path: string) => string;
  readonly unsubscribeUrl: string;
}

const REASONS: Readonly<Record<OutageReason | DisabledReason, string>> = {
  errors: 'every attempt fails',
  credentials: 'it refuses the credentials',
  circuit_open: 'it does not answer in time',
  held: 'it asked to wait, and deliveries have waited for too long',
  limited: 'deliveries have waited for too long behind its limits',
  gone: 'it answered 410 Gone',
  failing: 'it failed for too long',
};
const CERTIFICATES: Readonly<Record<CertificateRole, string>> = { client: 'client certificate', server: 'certificate of the server' };

const TO_DO: Readonly<Record<OperationalEventName, string>> = {
  'receiver.failing':
    'What to do: open the receiver in the console. Its last response shows what to repair; the service tries again every 30 minutes.',
  'receiver.recovered': 'What to do: nothing. If deliveries ended without success meanwhile, send them again under Recover in the console.',
  'receiver.disabled': 'What to do: repair the receiver, switch it on in the console, and send what it missed.',
  'delivery.exhausted': 'What to do: repair the receiver, then send these deliveries again under Recover in the console.',
  'certificate.expiring': 'What to do: install the next certificate before this time.',
};

const SUBJECTS: Readonly<Record<OperationalEventName, readonly [one: (name: string) => string, many: (count: number) => string]>> = {
  'receiver.failing': [(name) => `${name} does not accept webhooks`, (count) => `${count} receivers do not accept webhooks`],
  'receiver.recovered': [(name) => `${name} accepts webhooks again`, (count) => `${count} receivers accept webhooks again`],
  'receiver.disabled': [(name) => `${name} was disabled`, (count) => `${count} receivers were disabled`],
  'delivery.exhausted': [(name) => `Deliveries to ${name} ended without success`, (count) => `${count} deliveries ended without success`],
  'certificate.expiring': [(name) => `A certificate of ${name} expires soon`, (count) => `${count} certificates expire soon`],
};

const MOST_NAME_CHARS = 60;

/** A name may hold marks of text direction or be very long. */
const clean = (text: string): string => {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > MOST_NAME_CHARS ? `${line.slice(0, MOST_NAME_CHARS)}…` : line;
};

const nameOf = ({ names }: MailContext, receiverId: string): string => clean(names.get(receiverId) ?? '') || receiverId.slice(0, 8);

function timeOf({ timeZone }: MailContext, at: string | Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return `${format.format(new Date(at))} (${timeZone})`;
}

/** Returns the entry of an event that is about one receiver; undefined = about several. */
function onlyEntry({ entries, others }: MailEvent): OperationalEntry | undefined {
  const receivers = new Set([...entries.map(({ receiverId }) => receiverId), ...others]);
  return receivers.size === 1 ? entries[0] : undefined;
}

/** What happened, in one sentence. */
function headline(event: MailEvent, context: MailContext): string {
  const entry = onlyEntry(event);
  if (entry) return `${sentenceOf(event.type, entry, context)}.`;
  return `${SUBJECTS[event.type][1](event.count)}${firstOf(event, context)}.`;
}

/** When it happened to the first of several receivers. Empty where each entry says it, or none is kept. */
function firstOf({ type, entries }: MailEvent, context: MailContext): string {
  if (type !== 'receiver.failing' && type !== 'receiver.disabled') return '';
  const times = entries.flatMap((entry) => ('disabledAt' in entry ? entry.disabledAt : 'since' in entry ? entry.since : []));
  const first = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
  return first === undefined ? '' : `, the first ${type === 'receiver.failing' ? 'since' : 'on'} ${timeOf(context, first)}`;
}

/** What happened to one receiver. */
function sentenceOf(type: OperationalEventName, entry: OperationalEntry, context: MailContext): string {
  const name = nameOf(context, entry.receiverId);
  if ('count' in entry) return `${entry.count} ${entry.count === 1 ? 'delivery' : 'deliveries'} to ${name} ended without success`;
  if ('certificate' in entry) return `The ${CERTIFICATES[entry.certificate]} of ${name} expires on ${timeOf(context, entry.notAfter)}`;
  if ('disabledAt' in entry) return `${name} was disabled on ${timeOf(context, entry.disabledAt)}: ${REASONS[entry.reason]}`;
  if (type === 'receiver.recovered') return `${name} accepts webhooks again, after failures since ${timeOf(context, entry.since)}`;
  return `${name} has not accepted webhooks since ${timeOf(context, entry.since)}: ${REASONS[entry.reason]}`;
}

function subjectOf(event: MailEvent, context: MailContext): string {
  const [one, many] = SUBJECTS[event.type];
  const entry = onlyEntry(event);
  return entry ? one(nameOf(context, entry.receiverId)) : many(event.count);
}

type Line = string | { readonly text: string; readonly url: string };

function detailsOf(event: MailEvent, context: MailContext): Line[] {
  const urlOf = (receiverId: string): string => context.consoleUrl(`receivers/${receiverId}`);
  const entry = onlyEntry(event);
  if (entry) return [{ text: 'Open the receiver', url: urlOf(entry.receiverId) }];
  return [
    ...event.entries.map((each) => ({ text: `${sentenceOf(event.type, each, context)}.`, url: urlOf(each.receiverId) })),
    ...event.others.map((receiverId) => ({ text: nameOf(context, receiverId), url: urlOf(receiverId) })),
    { text: 'All notifications', url: context.consoleUrl('notifications') },
  ];
}

export function notificationMail(event: MailEvent, context: MailContext): MailContent {
  const lines = [...detailsOf(event, context), `Notification ${event.eventid}, decided on ${timeOf(context, event.decidedAt)}.`];
  return toContent({ subject: subjectOf(event, context), first: [headline(event, context), TO_DO[event.type]], lines }, context);
}

/** One mail for all events that came when the target had had its mails of the hour. */
export function digestMail(events: readonly MailEvent[], context: MailContext): MailContent {
  const count = `${events.length} more ${events.length === 1 ? 'notification' : 'notifications'} about your receivers`;
  const lines = events.map((event) => ({
    text: `${timeOf(context, event.decidedAt)}, ${event.eventid}: ${headline(event, context)}`,
    url: context.consoleUrl('notifications'),
  }));
  const first = [
    `${count} came within the hour after your last mail.`,
    'What to do: open the notifications in the console; the newest events come last here.',
  ];
  return toContent({ subject: count, first, lines }, context);
}

export function testMail(context: MailContext): MailContent {
  const first = ['This is a test: notifications about your receivers reach this address.', 'What to do: nothing.'];
  return toContent(
    { subject: 'Test of your notifications', first, lines: [{ text: 'Notifications', url: context.consoleUrl('notifications') }] },
    context,
  );
}

export function confirmationMail(confirmUrl: string, context: MailContext): MailContent {
  const first = [
    `The account ${clean(context.account)} asks to send you mails when its webhook receivers fail.`,
    'What to do: confirm within three days, or do nothing. On the same page you can say that it is not you.',
  ];
  return toContent(
    { subject: 'Confirm notifications about webhooks', first, lines: [{ text: 'Confirm or refuse', url: confirmUrl }] },
    context,
  );
}

interface Words {
  readonly subject: string;
  /** What is wrong, and what to do. */
  readonly first: readonly string[];
  readonly lines: readonly Line[];
}

function toContent({ subject, first, lines }: Words, context: MailContext): MailContent {
  const footer = `Account ${clean(context.account)}.`;
  const leave = { text: 'Unsubscribe', url: context.unsubscribeUrl };
  return {
    subject,
    text: `${[...first, '', ...lines.map(plain), '', '-- ', footer, plain(leave)].join('\n')}\n`,
    html: toHtml(subject, { first, lines, footer: [footer, leave] }),
  };
}

/** A sentence keeps its full stop, and its link has a line of its own. */
const plain = (line: Line): string => {
  if (typeof line === 'string') return line;
  return line.text.endsWith('.') ? `${line.text}\n  ${line.url}` : `${line.text}: ${line.url}`;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const marked = (line: Line): string =>
  typeof line === 'string' ? escapeHtml(line) : `<a href="${escapeHtml(line.url)}">${escapeHtml(line.text)}</a>`;

interface Body {
  readonly first: readonly string[];
  readonly lines: readonly Line[];
  readonly footer: readonly Line[];
}

/** Without colours of its own, so that the reader's light or dark scheme applies. */
const toHtml = (title: string, { first: [what = '', ...then], lines, footer }: Body): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:40em;overflow-wrap:anywhere">
<p><strong>${escapeHtml(what)}</strong></p>
${then.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<ul>
${lines.map((line) => `<li>${marked(line)}</li>`).join('\n')}
</ul>
<hr>
<p>${footer.map(marked).join(' · ')}</p>
</body>
</html>
`;
