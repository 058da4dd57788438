// `node site/pictures/draw.mjs` draws docs/pictures. With `--check` it writes nothing and fails where a picture is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// oxlint-disable-next-line no-restricted-imports -- the door of the lib works only after a build
import { MAX_RETRIES } from '../../libs/contracts/src/vocabulary.ts';
import { drawGraph } from './graph.mjs';
import { drawRetries } from './retries.mjs';
import { drawSizes } from './sizes.mjs';
import { rowsOf, settingOf } from './tables.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

const numbers = { retries: MAX_RETRIES, minutes: settingOf(read('docs/configuration.md'), 'RETRY_DELAY_MS') / 60_000 };
const scaling = read('docs/scaling.md');
const graph = (name, title) => drawGraph({ dot: read(`site/pictures/${name}.dot`), title, numbers });

const PICTURES = {
  'way-of-a-scan': graph('way-of-a-scan', 'The way of a scan'),
  retries: drawRetries(numbers),
  'receiver-states': graph('receiver-states', 'The states of a receiver'),
  sizes: drawSizes({ sizes: rowsOf(scaling, 'scans a day | peak/s (× 3)'), disks: rowsOf(scaling, 'scans a day | a day') }),
};

const isCheck = process.argv.includes('--check');
for (const [name, svg] of Object.entries(PICTURES)) {
  const file = `docs/pictures/${name}.svg`;
  if (!isCheck) writeFileSync(join(ROOT, file), svg);
  else if (read(file) !== svg) {
    console.error(`${file} is out of date: npm run site -- --pictures`);
    process.exitCode = 1;
  }
}
