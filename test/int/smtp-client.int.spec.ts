// The mail client against servers that fail at every stage. A fault that nobody handles would end this process.
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { type Mail, SmtpClient } from '../../apps/token-api/src/mail/smtp.client.js';
import type { MailConfig } from '../../apps/token-api/src/mail/mail-setup.provider.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { identityFor, receiverCaFile } from '../support/receiver.js';

const HOST = '127.0.0.1';
const mail: Mail = {
  to: 'anna@shop.example',
  subject: 'Subject',
  text: 'text',
  html: '<p>text</p>',
  messageId: 'id',
  unsubscribeUrl: 'https://webhooks.example/',
};

interface Relay {
  readonly port: number;
  readonly isTls?: boolean;
  readonly extraCa?: string;
}

const clientOf = ({ port, isTls = false, extraCa = '' }: Relay): SmtpClient =>
  new SmtpClient({
    relay: { host: HOST, port, isTls, user: '', password: new Secret('') },
    mailSender: { name: '', address: 'webhooks@example.org' },
    isMailTlsRequired: true,
    extraCa,
  } as MailConfig);
const portOf = ({ url }: TestMailServer): number => Number(new URL(url).port);

/** What a server does when a command comes; '' = the connection. */
type Stage = '' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | '.';
const STAGES: readonly Stage[] = ['', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.'];
const ANSWERS: Readonly<Record<Stage, string>> = {
  '': '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
};
const FAULTS: Readonly<Record<string, (socket: Socket) => unknown>> = {
  resets: (socket) => socket.resetAndDestroy(),
  closes: (socket) => socket.destroy(),
  ends: (socket) => socket.end(),
  'talks junk': (socket) => socket.write(`${'\u0000\u00ff{}'.repeat(50_000)}\r\n`),
  'says half a line and resets': (socket) => socket.write('25', () => socket.resetAndDestroy()),
  'is silent': () => undefined,
};
let fault: { readonly at: Stage; readonly does: (socket: Socket) => unknown } | undefined;

/** Answers each line, and does the fault at its stage. */
function serve(socket: Socket): void {
  socket.on('error', () => undefined);
  const reach = (stage: Stage): void => {
    if (fault?.at === stage) fault.does(socket);
    else socket.write(`${ANSWERS[stage]}\r\n`);
  };
  let [isText, rest] = [false, ''];
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const stage = STAGES.find((each) => each !== '' && (isText ? line === each : line.startsWith(each)));
      if (stage === undefined) continue;
      isText = stage === 'DATA';
      reach(stage);
    }
  });
  reach('');
}

describe('a mail server that', () => {
  const server = createServer(serve);
  let client: SmtpClient;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, HOST, resolve));
    client = clientOf({ port: (server.address() as AddressInfo).port });
  });
  afterAll(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });

  const SHORT_MS = 500;
  it.each(Object.keys(FAULTS).flatMap((name) => STAGES.map((at) => [name, at] as const)))(
    '%s at "%s" loses only this try',
    async (name, at) => {
      fault = { at, does: FAULTS[name]! };
      expect((await client.send(mail, SHORT_MS)).kind).toBe('failed');
      fault = undefined;
      expect(await client.send(mail)).toEqual({ kind: 'sent' });
    },
  );
});

describe('a mail server with TLS', () => {
  let relay: TestMailServer;
  beforeAll(async () => {
    const { key, cert } = await identityFor({});
    relay = await startMailServer({ secure: true, key, cert });
  });
  afterAll(() => relay.close());

  it('is trusted by an authority of EXTRA_CA_FILE, and not without it', async () => {
    const port = portOf(relay);
    expect(await clientOf({ port, isTls: true, extraCa: readFileSync(await receiverCaFile(), 'utf8') }).send(mail)).toEqual({
      kind: 'sent',
    });
    expect(await clientOf({ port, isTls: true }).send(mail)).toMatchObject({ kind: 'failed' });
    expect(relay.mailsTo(mail.to)).toHaveLength(1);
  });
});
