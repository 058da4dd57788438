export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  /** The bytes as they were sent. */
  readonly body: string;
}

/** Within single quotes a POSIX shell reads nothing but the closing one. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command for a POSIX shell with OpenSSL that prints what stands behind `v1,` in the header `webhook-signature`. */
export const signatureCommand = ({ id, timestamp, body }: Signed): string =>
  [
    `SECRET='whsec_…'`,
    `KEY=$(printf %s "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `printf %s ${quoted(`${id}.${timestamp}.${body}`)} |`,
    `  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A`,
  ].join('\n');

interface Sent {
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly requestBody: string | null;
}

export interface ShownSignature extends Signed {
  readonly signature: string;
}

/** What an attempt was signed with; undefined = it was not, or the signature is masked. */
export function signatureOf({ requestHeaders: headers, requestBody: body }: Sent): ShownSignature | undefined {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers?.[name]);
  if (id === undefined || timestamp === undefined || signature === undefined || body === null) return undefined;
  return signature.includes('***') ? undefined : { id, timestamp, body, signature };
}
