import { isLoopback } from '#libs/receiver-check';
import { usageError } from '../cli-error.js';

/**
 * Checks the address of the API. Every request carries the token, so plain http needs loopback or the user's word.
 * @returns the address without a trailing slash
 * @throws CliError
 */
export function serviceAddress(text: string, { allowHttp }: { allowHttp: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw usageError('The address is a URL, such as https://webhooks.example.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usageError('The address has no user, password, query or fragment.');
  }
  if (url.protocol === 'http:' && !isLoopback(url) && !allowHttp) {
    throw usageError('Over http, others can read the token on its way. Use https, or --allow-http in a network that you trust.');
  }
  return url.href.replace(/\/+$/, '');
}
