/** The code for Node of docs/signatures.md. */
export const SNIPPET = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** secret: whsec_… · headers: names in lower case · body: the bytes as they came, before any parsing */
export function isGenuine(secret, headers, body) {
  const timestamp = headers['webhook-timestamp'];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${headers['webhook-id']}.\${timestamp}.\`).update(body).digest();
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isRecent && isSigned;
}
`;
