import { NO_FILTER } from '#libs/contracts';
import { HEALTH_EXAMPLE } from '../receiver-health/receiver-health.dto.js';
import { EXAMPLE_SETTINGS } from './receiver-settings.dto.js';

const receiver = {
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ...EXAMPLE_SETTINGS,
  filter: { ...NO_FILTER, couriers: ['dhl', 'gls'], destinationCountries: ['AUT'] },
  auth: { type: 'basic', username: 'shop' },
  clientCertificate: null,
  signing: { enabled: true },
  disabled: null,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:00.000Z',
};

export const RECEIVER_EXAMPLES = {
  receiver,
  detail: {
    ...receiver,
    health: HEALTH_EXAMPLE,
    circuit: { openSince: '2026-03-29T10:05:00.000Z', nextProbeAt: '2026-03-29T12:30:00.000Z', waiting: 35 },
  },
  created: { ...receiver, signing: { enabled: true, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' } },
  list: { receivers: [{ ...receiver, health: HEALTH_EXAMPLE }] },
  rotated: {
    ...receiver,
    signing: {
      enabled: true,
      secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      previousValidUntil: '2026-03-30T10:00:00.000Z',
    },
  },
  smallest: { url: 'https://shop.example/webhooks' },
  full: {
    url: 'https://shop.example/webhooks?source=parcels',
    name: 'Web shop',
    description: 'Tells the order desk that a parcel has arrived.',
    metadata: { team: 'orders' },
    events: ['onDelivered', 'onReturn'],
    filter: { clients: ['shop-de'], destinationCountries: ['AUT', 'DEU'] },
    format: 'cloudevents',
    queryParameters: ['courier', 'tracking_number'],
    auth: { type: 'basic', username: 'shop', password: 'correct horse' },
    signing: { enabled: true },
    etaUnknownForm: 'empty',
    timeoutMs: 10_000,
    maxPerSecond: 20,
    maxInFlight: 4,
    onGone: 'disable',
    disableAfterFailingFor: 'P3D',
  },
  switchedOff: { enabled: false },
  filter: { filter: { couriers: ['dhl'], warehouses: [] } },
  oauth2: {
    auth: { type: 'oauth2', tokenUrl: 'https://login.shop.example/token', clientId: 'webhooks', clientSecret: 's-1', scope: 'events' },
  },
  headers: { auth: { type: 'headers', headers: { 'X-Api-Key': 'k-1' } } },
};
