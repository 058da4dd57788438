import { isLoopback } from '#libs/receiver-check';
import { usageError } from '../cli-error.js';

/**
 * Checks where events go. They are personal data in plain text, so they stay on this machine.
 * @throws CliError
 */
export function forwardUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:') throw usageError('--forward is an http URL of this machine, such as http://localhost:3000/hook.');
  if (!isLoopback(url))
    throw usageError('--forward leads to this machine only: localhost, 127.0.0.1 or [::1]. Create a receiver for others.');
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw usageError('--forward has no user, password or fragment.');
  return url;
}
