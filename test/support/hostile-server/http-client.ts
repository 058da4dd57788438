import { NestFactory } from '@nestjs/core';
import { CLOCK, CONFIG, systemClock } from '#libs/config';
import { CaStore, EGRESS_PROVIDERS, parseAddressRanges, SenderAddressListener } from '#libs/egress';
import { ConnectionFaultListener } from '../../../apps/webhook-sender/src/http/connection-fault.js';
import { Connections } from '../../../apps/webhook-sender/src/http/connections.client.js';
import { WebhookClient } from '../../../apps/webhook-sender/src/http/webhook.client.js';
import { OAuth2TokenClient } from '../../../apps/webhook-sender/src/oauth2/oauth2-token.client.js';
import { parseEgressProxies } from '../../../libs/egress/src/proxies/egress-proxy.js';
import { ProxyLimits } from '../../../libs/egress/src/proxies/proxies.client.js';

/** The HTTP code of webhook-sender without the rest of the app. */
export interface HttpClient {
  readonly webhooks: WebhookClient;
  readonly tokens: OAuth2TokenClient;
  readonly connections: Connections;
  /** Errors that code of a connection has thrown. */
  readonly faults: readonly unknown[];
  readonly close: () => Promise<void>;
}

/** @param extraCa PEM @param proxies as in EGRESS_PROXIES @param limits for the proxies, if not as in the product */
export async function openHttpClient(extraCa: string, proxies = '', limits = new ProxyLimits()): Promise<HttpClient> {
  const config = {
    allowedRanges: parseAddressRanges('127.0.0.0/8'),
    extraCa,
    senderAddresses: [],
    egressProxies: parseEgressProxies(proxies),
    areSenderAddressesBound: false,
    dnsServers: [],
    maxInFlightPerReceiver: 4,
  };
  const faults: unknown[] = [];
  const providers = [
    Connections,
    WebhookClient,
    OAuth2TokenClient,
    ...EGRESS_PROVIDERS,
    { provide: CONFIG, useValue: config },
    { provide: ProxyLimits, useValue: limits },
    { provide: CaStore, useValue: trustOf(extraCa) },
    { provide: CLOCK, useValue: systemClock },
    { provide: SenderAddressListener, useValue: {} },
    { provide: ConnectionFaultListener, useValue: { connectionFault: (_: string, error: unknown) => faults.push(error) } },
  ];
  const context = await NestFactory.createApplicationContext({ module: class {}, providers }, { logger: false });
  return {
    webhooks: context.get(WebhookClient),
    tokens: context.get(OAuth2TokenClient),
    connections: context.get(Connections),
    faults,
    close: () => context.close(),
  };
}

/** All clients of a test file share it, because reading the usual CAs blocks the thread for a tenth of a second. */
const trusts = new Map<string, CaStore>();

function trustOf(extraCa: string): CaStore {
  const trust = trusts.get(extraCa) ?? new CaStore({ extraCa });
  trusts.set(extraCa, trust);
  return trust;
}

let receivers = 0;
export const newReceiverId = (): string => `receiver-${++receivers}`;

/** Returns a small webhook. */
export const webhookTo = (receiverId: string, port: number, timeoutMs: number): Parameters<WebhookClient['post']>[0] => ({
  receiverId,
  origin: `https://127.0.0.1:${port}`,
  path: '/hook',
  shownUrl: `https://127.0.0.1:${port}/hook`,
  headers: { 'content-type': 'application/json' },
  secretHeaders: {},
  secrets: [],
  body: Buffer.from(JSON.stringify({ event: 'onDelivered', padding: 'x'.repeat(1000) })),
  timeoutMs,
});
