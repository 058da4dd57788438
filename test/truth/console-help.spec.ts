import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { DOCUMENTS } from '../../apps/console/src/shared/documents.js';
import { ROOT } from './held-document.js';

it('the help of the console loads every document that it lists', () => {
  const view = readFileSync(join(ROOT, 'apps/console/src/help/help-view.tsx'), 'utf8');
  const [, names = ''] = /docs\/\{([^}]+)\}\.md/.exec(view) ?? [];
  expect(names.split(',').toSorted()).toEqual(DOCUMENTS.toSorted());
});
