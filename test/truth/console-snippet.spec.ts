import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SNIPPET } from '../../apps/console/src/receivers/signature-snippet.js';
import { ROOT } from './held-document.js';

it('the console shows the verification of docs/receivers.md', () => {
  expect(readFileSync(join(ROOT, 'docs/receivers.md'), 'utf8')).toContain(SNIPPET);
});
