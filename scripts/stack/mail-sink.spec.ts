import { describe, expect, it } from '@jest/globals';
import { mailLines } from './mail-sink.js';

const message = (encoding: string, text: string): string =>
  [
    'Subject: Confirm',
    'Content-Type: multipart/alternative; boundary="--_x"',
    '',
    '----_x',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    ...text.split('\n'),
    '----_x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>x</p>',
    '----_x--',
  ].join('\r\n');

describe('a mail of the demonstration', () => {
  it.each([
    ['7bit', 'Confirm or refuse: http://127.0.0.1/mail/x\n-- \nAccount 1.'],
    ['quoted-printable', 'Confirm or refuse: http://127.0.0=\n.1/mail/x\n--=20\nAccount=201.'],
  ])('is shown with its subject and its text: %s', (encoding, text) => {
    expect(mailLines(message(encoding, text), 'anna@shop.example')).toEqual([
      '  mail to anna@shop.example: Confirm',
      '    Confirm or refuse: http://127.0.0.1/mail/x',
      '    -- ',
      '    Account 1.',
    ]);
  });
});
