export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  /** The bytes as they were sent. */
  readonly body: string;
}

/** Between single quotes, a POSIX shell interprets only the closing quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A POSIX shell command that prints, with OpenSSL, the text behind `v1,` in the header `webhook-signature`. */
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

/** Returns the signature of an attempt and the signed parts; undefined = nothing was signed, or the signature is masked. */
export function signatureOf({ requestHeaders: headers, requestBody: body }: Sent): ShownSignature | undefined {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers?.[name]);
  if (id === undefined || timestamp === undefined || signature === undefined || body === null) return undefined;
  return signature.includes('***') ? undefined : { id, timestamp, body, signature };
}
