import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Authority, createAuthority, type IssueOptions } from '../../../../scripts/stack/certificates.js';
import { forgedRsaKey, longDsaKey } from '../../../../test/builders/forged-keys.js';
import { clientCertificateRule, expiryFaults, type GivenClientCertificate, readClientCertificate } from './client-certificate.js';

const RSA = { name: 'RSASSA-PKCS1-v1_5', publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
/** EC parameters, as `openssl ecparam -genkey` writes them. */
const PARAMETERS = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

let authority: Authority;
let own: GivenClientCertificate;
let other: GivenClientCertificate;

async function issue(options: IssueOptions = {}): Promise<GivenClientCertificate> {
  const { cert, key } = await authority.issue({ names: ['shop.example'], purpose: 'client', ...options });
  return { certificate: cert, privateKey: key };
}

beforeAll(async () => {
  authority = await createAuthority('Shop CA');
  [own, other] = await Promise.all([issue(), issue()]);
});

const told = (value: unknown): string[] => clientCertificateRule(value).map(({ attr, detail }) => `${attr}: ${detail}`);
const exported = (options: object): string =>
  createPrivateKey(own.privateKey)
    .export(options as never)
    .toString();

describe('a client certificate', () => {
  it.each<[string, () => unknown]>([
    ['that is null', () => null],
    ['with its key', () => own],
    ['with its chain after it', () => ({ ...own, certificate: own.certificate + authority.certificatePem })],
    [
      'with Windows line ends and text around it',
      () => ({ ...own, certificate: `subject=x\n${own.certificate}\nend`.replaceAll('\n', '\r\n') }),
    ],
    ['with a key after its parameters', () => ({ ...own, privateKey: PARAMETERS + exported({ type: 'sec1', format: 'pem' }) })],
    ['with a SEC 1 key', () => ({ ...own, privateKey: exported({ type: 'sec1', format: 'pem' }) })],
    ['with an RSA key of 2048 bits', () => issue({ key: { ...RSA, modulusLength: 2048 } })],
    [
      'with an RSA key in PKCS #1',
      async () => {
        const rsa = await issue({ key: { ...RSA, modulusLength: 2048 } });
        return { ...rsa, privateKey: createPrivateKey(rsa.privateKey).export({ type: 'pkcs1', format: 'pem' }) };
      },
    ],
  ])('%s is accepted', async (_, value) => {
    expect(told(await value())).toEqual([]);
  });

  const cut = (text: string): string => `${text.slice(0, 60)}${text.slice(90)}`;
  const keyOf = (made: { readonly privateKey: KeyObject }): string => made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each<[string, () => unknown, string[]]>([
    ['that is a text', () => 'x', [': Expected an object.']],
    ['nothing', () => ({}), ['certificate: undefined', 'privateKey: undefined']],
    ['with a null field', () => ({ ...own, privateKey: null }), ['privateKey: This field may not be null.']],
    ['with an unknown field', () => ({ ...own, passphrase: 'x' }), ['passphrase: Unknown field.']],
    ['with numbers', () => ({ certificate: 1, privateKey: 2 }), ['certificate: Not a valid string.', 'privateKey: Not a valid string.']],
    [
      'that is not PEM',
      () => ({ certificate: 'AAAA', privateKey: 'AAAA' }),
      [
        'certificate: Not a PEM certificate, which begins with "-----BEGIN CERTIFICATE-----".',
        'privateKey: Not a PEM private key that can be read.',
      ],
    ],
    ['that is broken', () => ({ ...own, certificate: cut(own.certificate) }), ['certificate: Certificate 1 could not be read.']],
    [
      'with a certificate without its end',
      () => ({ ...own, certificate: own.certificate + authority.certificatePem.slice(0, 200) }),
      ['certificate: Certificate 2 could not be read.'],
    ],
    [
      'with both parts in the wrong field',
      () => ({ certificate: own.privateKey, privateKey: own.certificate }),
      [
        'certificate: This field takes only certificates; the key belongs in `privateKey`.',
        'privateKey: Not a PEM private key that can be read.',
      ],
    ],
    [
      'with the key in the same field',
      () => ({ ...own, certificate: own.certificate + own.privateKey }),
      ['certificate: This field takes only certificates; the key belongs in `privateKey`.'],
    ],
    [
      'eleven',
      () => ({ ...own, certificate: own.certificate.repeat(11) }),
      ['certificate: Ensure there are no more than 10 certificates.'],
    ],
    [
      'with a text that is too long',
      () => ({ ...own, certificate: 'a'.repeat(16_385) }),
      ['certificate: Ensure this field has no more than 16384 characters.'],
    ],
    [
      'with the key of another certificate',
      () => ({ ...own, privateKey: other.privateKey }),
      ['privateKey: The key does not belong to the certificate.'],
    ],
    [
      'with the chain in the wrong order',
      () => ({ ...own, certificate: authority.certificatePem + own.certificate }),
      ['certificate: The key belongs to certificate 2 of the chain: put this certificate first.'],
    ],
    [
      'with an encrypted key',
      () => ({ ...own, privateKey: exported({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) }),
      ['privateKey: The key is encrypted: send it without a passphrase.'],
    ],
    [
      'with a key that is encrypted the old way',
      () => ({ ...own, privateKey: exported({ type: 'sec1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) }),
      ['privateKey: The key is encrypted: send it without a passphrase.'],
    ],
    [
      'with an RSA key that is too short',
      () => issue({ key: { ...RSA, modulusLength: 1024 } }),
      ['privateKey: An RSA key must have 2048 to 4096 bits.'],
    ],
    [
      'with a curve that no server accepts',
      () => ({ ...own, privateKey: keyOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })) }),
      ['privateKey: An EC key must be on the curve P-256, P-384 or P-521.'],
    ],
    [
      'with a forged RSA key',
      async () => {
        const sound = await issue({ key: { ...RSA, modulusLength: 2048 } });
        return { ...sound, privateKey: forgedRsaKey(sound.privateKey) };
      },
      ['privateKey: The numbers of the RSA key do not belong together: p or q is longer than half of its modulus.'],
    ],
    ['with a DSA key', () => ({ ...own, privateKey: longDsaKey(2048) }), ['privateKey: The key must be RSA, EC or Ed25519.']],
    [
      'with a DSA key of the old form',
      () => ({ ...own, privateKey: own.privateKey.replaceAll('PRIVATE', 'DSA PRIVATE') }),
      ['privateKey: The key must be RSA, EC or Ed25519.'],
    ],
    [
      'with a key that cannot sign',
      () => ({ ...own, privateKey: keyOf(generateKeyPairSync('x25519')) }),
      ['privateKey: The key must be RSA, EC or Ed25519.'],
    ],
  ])('%s is refused', async (_, value, faults) => {
    const given = await value();
    expect(told(given)).toEqual(faults);
    const lines = Object.values(Object(given) as object).flatMap((text) => String(text).split(/\r?\n/));
    const repeated = lines.filter((line) => line.length > 30 && !line.startsWith('-----') && told(given).join('').includes(line));
    expect(repeated).toEqual([]);
  });

  it('with a DSA key of 28,000 bits is refused before OpenSSL computes its public key', () => {
    const begun = process.threadCpuUsage();
    expect(told({ ...own, privateKey: longDsaKey(28_000) })).toEqual(['privateKey: The key must be RSA, EC or Ed25519.']);
    expect(process.threadCpuUsage(begun).user).toBeLessThan(2_000_000);
  });

  it('is refused with the time if it or its issuer has expired', async () => {
    const expired = await issue({ notAfter: new Date(NOW_MS) });
    expect(told(expired)).toEqual([]);
    expect(expiryFaults(expired, NOW_MS - 1)).toEqual([]);
    const detail = 'The certificate expired at 2026-03-29T10:00:00.000Z.';
    expect(expiryFaults(expired, NOW_MS)).toEqual([{ name: 'invalid', attr: 'certificate', detail }]);
    expect(expiryFaults({ ...own, certificate: own.certificate + expired.certificate }, NOW_MS)[0]?.detail).toMatch(
      /^Certificate 2 of the chain/,
    );
  });

  it('is stored in one form, with its public facts', () => {
    const { chain, privateKey, facts } = readClientCertificate({
      certificate: `a: b\n${own.certificate}c: d\n${authority.certificatePem}`.replaceAll('\n', '\r\n'),
      privateKey: exported({ type: 'sec1', format: 'pem' }),
    });
    expect(chain).toBe([own.certificate, authority.certificatePem].map((pem) => new X509Certificate(pem).toString()).join(''));
    expect(privateKey).toBe(exported({ type: 'pkcs8', format: 'pem' }));
    const { serialNumber, fingerprint256, validFromDate, validToDate } = new X509Certificate(own.certificate);
    const [notBefore, notAfter] = [validFromDate.toISOString(), validToDate.toISOString()];
    expect(facts).toEqual({ subject: 'CN=shop.example', issuer: 'CN=Shop CA', serialNumber, fingerprint256, notBefore, notAfter });
  });
});
