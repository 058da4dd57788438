// Readers that several commands share. The messages that they throw continue the name of the option.
import { isTimeZone, parseInstant } from '#libs/contracts';

/** The number of an account. */
export function accountNumber(text: string): number {
  const account = positive(text);
  if (account === undefined) throw new Error("must be the account's number, a whole number from 1");
  return account;
}

/** The address of token-api, without a final slash. */
export function baseAddress(text: string): string {
  if (!URL.canParse(text)) throw new Error('must be the address of token-api, such as http://token-api:80');
  return text.replace(/\/$/, '');
}

/** An IANA zone. An offset such as `+02:00` is refused, because it has no summer time. */
export function timeZone(text: string): string {
  if (!/^[a-z]/i.test(text) || !isTimeZone(text)) throw new Error('must be an IANA zone such as Europe/Berlin');
  return text;
}

/** Reads a number that another command shows. @param where the command in "as token:list shows it" */
export const numberShownBy =
  (where: string) =>
  (text: string): number => {
    const number = positive(text);
    if (number === undefined) throw new Error(`must be a number as ${where} shows it`);
    return number;
  };

export const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (number >= from && number <= to) return number;
    throw new Error(`must be a whole number from ${from} to ${to}`);
  };

export function instant(text: string): Date {
  const atMs = parseInstant(text);
  if (atMs === undefined) throw new Error('must be a time such as 2026-03-29T10:00:00Z');
  return new Date(atMs);
}

export function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Error('must be an id as the API shows it');
  return text.toLowerCase();
}

function positive(text: string): number | undefined {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
