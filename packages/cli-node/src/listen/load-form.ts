import { type ApiClient, dataOf } from '#libs/api-client';
import { type CloudEventIdentity, contentFilterOf } from '#libs/contracts';
import { CliError, EXIT } from '../cli-error.js';
import type { WebhookForm } from './webhook-form.js';

/** Asks for the form of a receiver's webhooks. @throws ApiError, CliError */
export async function loadForm(client: ApiClient, receiverId: string): Promise<WebhookForm> {
  const receiver = await dataOf(client.GET('/receivers/{receiverId}', { params: { path: { receiverId } } }));
  const { format, etaUnknownForm, queryParameters, events, filter, signing, timeoutMs } = receiver;
  return {
    format,
    etaUnknownForm,
    queryParameters,
    filter: { ...contentFilterOf(filter), events },
    isSigned: signing.enabled,
    timeoutMs,
    identity: format === 'plain' ? { source: '', vendor: '' } : await loadIdentity(client),
  };
}

async function loadIdentity(client: ApiClient): Promise<CloudEventIdentity> {
  const types = await dataOf(client.GET('/event-types'));
  const { source, vendor } = types as Partial<CloudEventIdentity>;
  if (typeof source === 'string' && typeof vendor === 'string') return { source, vendor };
  throw new CliError(
    EXIT.failed,
    'The service does not say its `source` of CloudEvents: it is older than this command. Ask its operator to update it.',
  );
}
