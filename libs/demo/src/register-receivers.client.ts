import type { components } from '#libs/api-client';
import type { ApiCall } from '#libs/command-line';
import { DEMO_RECEIVERS, type DemoReceiver, type DemoServer } from './demo-receivers.js';

type KnownReceiver = components['schemas']['Receiver'];
type Options = components['schemas']['CreateReceiver'];

/** Registers the demo receivers through the API. Receivers from an earlier start get their new address. */
export async function registerReceivers(call: ApiCall, server: DemoServer): Promise<void> {
  const { receivers } = await call<{ receivers: readonly KnownReceiver[] }>('GET', '/receivers');
  await Promise.all(
    DEMO_RECEIVERS.map((receiver) => {
      const known = receivers.find(({ url }) => isSamePlace(url, server.urlOf(receiver)));
      const options = toOptions(receiver, server);
      return known ? call('PATCH', `/receivers/${known.receiverId}`, options) : call('POST', '/receivers', options);
    }),
  );
}

function toOptions(receiver: DemoReceiver, server: DemoServer): Options {
  const { name, what, format, events, queryParameters } = receiver;
  return {
    url: server.urlOf(receiver),
    name,
    description: what,
    format,
    events: [...events],
    queryParameters: [...queryParameters],
    enabled: true,
  };
}

/** True when only the port of two URLs may differ. */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.hostname === b.hostname && a.pathname === b.pathname;
}
