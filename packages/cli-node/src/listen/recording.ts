import { appendFileSync, chmodSync, closeSync, openSync, readFileSync } from 'node:fs';
import { usageError } from '../cli-error.js';
import type { LocalWebhook } from './local-request.js';

/** A file of webhooks, one JSON object a line. It holds personal data that no erasure of the service reaches. */
export class Recording {
  /** @throws CliError when the file cannot be written */
  constructor(private readonly file: string) {
    try {
      closeSync(openSync(file, 'a', 0o600));
      chmodSync(file, 0o600); // it may have existed
    } catch (error) {
      throw usageError(`${file} cannot be written: ${(error as Error).message}`);
    }
  }

  /** @param url where it was sent: its own path and query are not recorded */
  add({ path, ...webhook }: LocalWebhook, url: URL): void {
    const query = path.slice(url.pathname.length + url.search.length).replace(/^[?&]/, '');
    appendFileSync(this.file, `${JSON.stringify({ recordedAt: new Date().toISOString(), ...webhook, query })}\n`);
  }
}

/** @param url where to send it now; the mirrored references of the recording are added @throws CliError naming the first wrong line */
export function readRecording(file: string, url: URL): LocalWebhook[] {
  const lines = readText(file).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => toWebhook(line, url) ?? refuse(file, index));
}

function refuse(file: string, index: number): never {
  throw usageError(`Line ${index + 1} of ${file} is not a recorded webhook. Only files of --record can be replayed.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const TEXTS = ['eventid', 'event', 'courier', 'trackingNumber', 'body', 'query'] as const;
const EVENTID = /^[\w.-]{1,100}$/;
/** What a request line can carry. */
const QUERY = /^[\x21-\x7e]*$/;

function toWebhook(line: string, url: URL): LocalWebhook | undefined {
  const value = parsed(line);
  if (!TEXTS.every((name) => typeof value[name] === 'string') || typeof value['isSigned'] !== 'boolean') return undefined;
  const { query, recordedAt: _, ...webhook } = value as unknown as LocalWebhook & { query: string; recordedAt: string };
  if (!EVENTID.test(webhook.eventid) || !QUERY.test(query)) return undefined;
  const joint = query === '' ? '' : url.search === '' ? '?' : '&';
  return { ...webhook, path: `${url.pathname}${url.search}${joint}${query}` };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
