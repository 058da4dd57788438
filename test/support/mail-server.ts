// A mail server on loopback that keeps what it takes, and fails as a test wants.
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type MailHabit =
  | { readonly kind: 'take' }
  /** Refuses every recipient with this code. */
  | { readonly kind: 'refuse'; readonly code: number; readonly words: string }
  /** Refuses the text of every mail with this code. */
  | { readonly kind: 'refuse data'; readonly code: number }
  /** Closes the connection within the text. */
  | { readonly kind: 'close' };

interface TakenMail {
  readonly to: string;
  readonly parsed: ParsedMail;
}

export interface TestMailServer {
  readonly url: string;
  readonly behave: (habit: MailHabit) => void;
  readonly mailsTo: (address: string) => readonly ParsedMail[];
  readonly close: () => Promise<void>;
}

const fault = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  let habit: MailHabit = { kind: 'take' };
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_, __, callback) => {
      callback(habit.kind === 'refuse' ? fault(habit.code, habit.words) : null);
    },
    onData: (stream, session, callback) => {
      const present = habit;
      if (present.kind === 'close') stream.once('data', () => server.connections.forEach((connection) => connection.close()));
      void simpleParser(stream).then(
        (parsed) => {
          if (present.kind === 'close') return;
          if (present.kind === 'refuse data') {
            callback(fault(present.code, 'no'));
            return;
          }
          for (const { address } of session.envelope.rcptTo) taken.push({ to: address, parsed });
          callback(null);
        },
        (error: Error) => callback(error),
      );
    },
    ...options,
  });
  server.on('error', () => undefined); // clients that hang up
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    behave: (next) => void (habit = next),
    mailsTo: (address) => taken.filter(({ to }) => to === address).map(({ parsed }) => parsed),
    close: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection.close();
        server.close(() => resolve());
      }),
  };
}
