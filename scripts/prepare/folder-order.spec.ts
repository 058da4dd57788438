import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { folderFaults } from './folder-order.mjs';

describe('the order of folders', () => {
  let root: string;

  beforeEach(() => {
    root = temporaryFolder();
    write('ARCHITECTURE.md', '**shop**: `orders/` (what is sold) and `rows/`.\n\n**mill**: `other/`.\n');
    write('apps/shop/src/main.ts', "import './orders/order.js';");
    write('apps/shop/src/orders/order.ts', "import { row } from '../rows/row.js';\nimport { config } from '../shop.config.js';");
    write('apps/shop/src/rows/row.ts', "import { text } from './text.js';");
  });

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  it('accepts imports of folders that stand later', () => {
    expect(folderFaults(root, 'shop')).toEqual([]);
  });

  it.each(["import { order } from '../orders/order.js';", "export * from '../orders/order.js';", "await import('../orders/order.js');"])(
    'finds %s of a folder that stands before',
    (line) => {
      write('apps/shop/src/rows/row.ts', line);
      expect(folderFaults(root, 'shop')).toEqual([
        'apps/shop/src/rows/row.ts imports orders/, which stands before rows/ in ARCHITECTURE.md',
      ]);
    },
  );

  it('lets a test import any folder', () => {
    write('apps/shop/src/rows/row.spec.ts', "import { order } from '../orders/order.js';");
    expect(folderFaults(root, 'shop')).toEqual([]);
  });

  it('finds a folder that has no place, and a place without a folder', () => {
    write('apps/shop/src/prices/price.ts', '');
    rmSync(join(root, 'apps/shop/src/rows'), { recursive: true });
    expect(folderFaults(root, 'shop')).toEqual([
      'ARCHITECTURE.md does not name apps/shop/src/prices/',
      'ARCHITECTURE.md names rows/, which apps/shop/src lacks',
    ]);
  });
});
