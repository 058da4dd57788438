import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Screen } from '#libs/demo';

/** A mail server on loopback that prints what it takes. Nothing leaves the machine. */
export interface MailSink {
  readonly url: string;
}

/** Prints the texts of mails in full, so that their links can be opened. */
export async function startMailSink(screen: Screen): Promise<MailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        mailLines(Buffer.concat(chunks).toString(), to).forEach((line) => screen.line(line));
        callback(null);
      });
    },
  });
  server.on('error', () => undefined); // a client that hangs up
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  server.server.unref();
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** Returns the subject and the text of a mail, indented. */
export function mailLines(message: string, to: string): string[] {
  const lines = message.split('\r\n');
  const subject = lines.find((line) => line.startsWith('Subject: ')) ?? 'Subject: ';
  const begin = lines.findIndex((line) => line.startsWith('Content-Type: text/plain'));
  const isQuoted = lines.slice(begin, begin + 3).some((line) => line.endsWith('quoted-printable'));
  const body = lines.slice(lines.indexOf('', begin) + 1);
  const end = body.findIndex((line) => /^--[^ =]/.test(line)); // `-- ` and `--=20` begin the footer
  const text = body.slice(0, end === -1 ? body.length : end).join('\n');
  return [
    `  mail to ${to}: ${subject.slice('Subject: '.length)}`,
    ...(isQuoted ? unquoted(text) : text)
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
  ];
}

/** RFC 2045, 6.7. */
function unquoted(text: string): string {
  const bytes = text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
