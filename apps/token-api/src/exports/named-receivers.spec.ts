// The file has the same receivers as the list of the console.
import { expect, it } from '@jest/globals';
import { filterRows, type OverviewRow } from '../../../console/src/overview/overview-rows.js';
import { receiversWords } from '../../../console/src/words/receivers.words.js';
import { HEALTH_STATES } from '../receiver-health/receiver-health.js';
import { namedReceivers } from './named-receivers.js';

const receivers = HEALTH_STATES.map((state, place) => ({
  receiverId: `7d9e8f60-${place}`,
  name: `Shop ${place}`,
  url: `https://Shop${place}.example/hooks`,
  health: { state },
}));
const rows = receivers.map((receiver) => ({ receiver, host: new URL(receiver.url).host }) as unknown as OverviewRow);

it.each([...HEALTH_STATES, ...Object.values(receiversWords.state), ' shop 1 ', 'SHOP1.EXAMPLE', '60-2', 'hooks', 'circuit open', ''])(
  'finds the same receivers for %j as the list',
  (text) => {
    expect(namedReceivers(receivers, text)).toEqual(filterRows(rows, text).map(({ receiver }) => receiver));
  },
);

it.each(HEALTH_STATES)('finds a receiver that is %s by the label of the console', (state) => {
  expect(namedReceivers(receivers, receiversWords.state[state]).map(({ health }) => health.state)).toContain(state);
});
