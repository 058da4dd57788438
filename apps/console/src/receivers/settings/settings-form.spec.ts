import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/schemas.js';
import { NO_FILTER } from '../filter/filter-lists.js';
import { changesOf, mayRepair, type SettingsValues, toValues } from './settings-form.js';

const RECEIVER: Schemas['Receiver'] = {
  receiverId: '00000000-0000-4000-8000-000000000001',
  url: 'https://shop.example/hooks',
  name: 'shop.example',
  description: '',
  metadata: { team: 'web' },
  enabled: true,
  events: [],
  filter: { ...NO_FILTER, couriers: ['dhl'] },
  format: 'plain',
  queryParameters: [],
  auth: { type: 'none' },
  clientCertificate: null,
  signing: { enabled: true },
  etaUnknownForm: 'object',
  timeoutMs: 15_000,
  maxPerSecond: null,
  maxInFlight: 4,
  onGone: 'retry',
  disableAfterFailingFor: null,
  disabled: null,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:00.000Z',
};
const VALUES = toValues(RECEIVER);

describe('the settings of a receiver', () => {
  it('shows no name if the host stands in for it', () => {
    expect(VALUES.name).toBe('');
    expect(toValues({ ...RECEIVER, name: 'Shop' }).name).toBe('Shop');
  });

  it.each<[Partial<SettingsValues>, object]>([
    [{}, {}],
    [{ name: 'Shop' }, { name: 'Shop' }],
    [{ events: ['onDelivered'] }, { events: ['onDelivered'] }],
    [{ filter: { ...VALUES.filter, clients: ['a'] } }, { filter: { clients: ['a'] } }],
    [{ filter: NO_FILTER }, { filter: { couriers: [] } }],
    [{ maxInFlight: '' }, { maxInFlight: null }],
    [{ maxPerSecond: 5 }, { maxPerSecond: 5 }],
    [{ disableAfterFailingFor: 'P1D' }, { disableAfterFailingFor: 'P1D' }],
    [{ metadata: [{ id: 'x', key: 'team', value: 'web' }] }, {}],
    [{ metadata: [...VALUES.metadata, { id: 'y', key: '', value: '' }] }, {}],
    [{ metadata: [] }, { metadata: {} }],
    [
      { timeoutMs: 900, onGone: 'disable' },
      { timeoutMs: 900, onGone: 'disable' },
    ],
  ])('sends only the differences: %o', (changed, expected) => {
    expect(changesOf(VALUES, { ...VALUES, ...changed })).toEqual(expected);
  });

  it.each<[object, boolean]>([
    [{ name: 'Shop', metadata: {} }, false],
    [{ name: 'Shop', url: 'https://shop.example/new' }, true],
    [{ timeoutMs: 20_000 }, true],
  ])('%j may repair a failing receiver: %s', (change, expected) => {
    expect(mayRepair(change)).toBe(expected);
  });
});
