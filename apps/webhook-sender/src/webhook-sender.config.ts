import { isIP } from 'node:net';
import { asBoolean, asCertificatesFile, asInteger, asList, type ConfigOf, DAY, isPort, MINUTE, optional } from '#libs/config';
import { cloudEventSettings, egressSettings } from '#libs/contracts';
import { kafkaSettings } from '#libs/messaging';
import { observabilitySettings, tracingSettings } from '#libs/observability';
import { databaseSettings, secretsSettings } from '#libs/persistence';
import { parseEgressProxies } from './proxies/egress-proxy.js';

/** `10.0.0.10,10.0.0.11:5353,[fd00::1]:53` */
function asDnsServers(text: string): readonly string[] {
  const servers = asList(text);
  const isServer = (server: string): boolean => {
    const [, bracketed, plain = server, port = '53'] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
    return isIP(bracketed ?? plain) !== 0 && isPort(Number(port));
  };
  if (servers.every(isServer)) return servers;
  throw new Error(`must be addresses of name servers, each optionally with its port, not "${text}"`);
}

export const SETTINGS = {
  ...kafkaSettings,
  ...databaseSettings,
  ...secretsSettings,
  ...observabilitySettings,
  ...tracingSettings,
  ...egressSettings,
  ...cloudEventSettings,
  retryDelayMs: optional('RETRY_DELAY_MS', asInteger(1, DAY), String(30 * MINUTE), 'pause between two attempts of one delivery, ms'),
  extraCa: optional('EXTRA_CA_FILE', asCertificatesFile, '', 'PEM file of further trusted certificate authorities'),
  egressProxies: optional(
    'EGRESS_PROXIES',
    parseEgressProxies,
    '',
    'forward proxies (HTTP CONNECT) to receivers, http://[user:password@]host:port, comma-separated; SENDER_ADDRESSES names their outside addresses in the same order',
  ),
  areSenderAddressesBound: optional(
    'SENDER_ADDRESSES_BOUND',
    asBoolean,
    'true',
    'false where a gateway or the node has the SENDER_ADDRESSES: no socket is bound to them',
  ),
  dnsServers: optional(
    'DNS_SERVERS',
    asDnsServers,
    '',
    'name servers for receivers, address[:port], comma-separated; empty = /etc/resolv.conf',
  ),
  maxInFlight: optional('MAX_IN_FLIGHT', asInteger(1, 10_000), '512', 'most POSTs at once in one process'),
  maxInFlightPerReceiver: optional(
    'MAX_IN_FLIGHT_PER_RECEIVER',
    asInteger(1, 1000),
    '32',
    'most POSTs at once to one receiver, all instances together',
  ),
  maxWaitMs: optional(
    'MAX_WAIT_MS',
    asInteger(1, 30 * DAY),
    String(8 * 60 * MINUTE),
    'longest wait of an attempt behind an open circuit, a hold or a limit of its owner, ms; then it gets one last POST',
  ),
  probeIntervalMs: optional('PROBE_INTERVAL_MS', asInteger(1, DAY), '30000', 'pause between two probes of a receiver that times out, ms'),
  maxWaiting: optional('MAX_WAITING', asInteger(100, 1_000_000), '2000', 'most POSTs that wait in memory for a permit'),
};

export type WebhookSenderConfig = ConfigOf<typeof SETTINGS>;
