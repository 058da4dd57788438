import { describe, expect, it } from '@jest/globals';
import { buildDashboard } from '../../scripts/dashboard/dashboard.js';
import { holdJson } from './held-document.js';
import { unknownIn } from './signals.js';

const DASHBOARD = 'deploy/helm/parcel-event-webhooks/dashboards/parcel-event-webhooks.json';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly panels?: readonly Panel[];
}

const board = buildDashboard();
const panels = board.panels as unknown as readonly Panel[];

describe('the dashboard', () => {
  it('matches the code that generates it', async () => {
    await holdJson(DASHBOARD, board);
  });

  it('reads only metrics and labels that the apps export', () => {
    const read = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) => unknownIn(expr).map((name) => `${title}: ${name}`)),
    );
    expect(read).toEqual([]);
    expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([]);
  });
});
