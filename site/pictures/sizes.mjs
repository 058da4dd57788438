// Instances, database cores and disk by load, from the tables of docs/scaling.md.
import { BLUE, INK, LINE, QUIET, text, toFile } from './svg.mjs';

const LOAD = 'scans a day';
const WIDTH = 430;
const TOP = 50;
const ROW = 98;
const SQUARE = 15;
const GAP = 4;
const DISK = { x: 40, width: 320 };
/** The left edge of each column of squares, and its colour. */
const COLUMNS = {
  'event-builder': { x: 0, fill: BLUE },
  'webhook-sender': { x: 100, fill: BLUE },
  'token-api': { x: 222, fill: BLUE },
  'database cores': { x: 318, fill: LINE },
};

export function drawSizes({ sizes, disks }) {
  const rows = sizes.map((size) => ({ ...size, disk: disks.find((each) => each[LOAD] === size[LOAD])['in the default 120 days'] }));
  const most = Math.max(...rows.map(gigabytesOf));
  const legend = TOP + rows.length * ROW + 8;
  return toFile({
    title: 'Sizes by load',
    width: WIDTH,
    height: TOP + rows.length * ROW + 14,
    body: [
      ...Object.entries(COLUMNS).map(([name, { x }]) => text(name, { x, y: 14, size: 13, fill: QUIET })),
      `<path d="M0 24H${WIDTH}" stroke="${LINE}"/>`,
      ...rows.map((row, index) => toRow(row, { y: TOP + index * ROW, most })),
      squares('1', { x: 0, y: legend - 12, fill: BLUE }),
      text('one instance or core', { x: 22, y: legend, size: 13, fill: QUIET }),
      squares('0–1', { x: 222, y: legend - 12, fill: BLUE }),
      text('if you need it', { x: 244, y: legend, size: 13, fill: QUIET }),
    ].join('\n'),
  });
}

const gigabytesOf = ({ disk }) => Number.parseFloat(disk) * (disk.endsWith(' TB') ? 1000 : 1);

function toRow(row, { y, most }) {
  const width = Number(((gigabytesOf(row) / most) * DISK.width).toFixed(1));
  return [
    text(`${row[LOAD]} scans a day`, { x: 0, y, size: 15, bold: true }),
    text(`${row['deliveries/s']} webhooks/s`, { x: WIDTH, y, size: 13, fill: QUIET, anchor: 'end' }),
    ...Object.entries(COLUMNS).map(([name, { x, fill }]) => squares(row[name], { x, y: y + 12, fill })),
    text('disk', { x: 0, y: y + 54, size: 13, fill: QUIET }),
    `<rect x="${DISK.x}" y="${y + 43}" width="${width}" height="13" rx="2" fill="${LINE}"/>`,
    text(row.disk, { x: DISK.x + width + 8, y: y + 54, size: 13, fill: INK }),
  ].join('\n');
}

/** Draws `2` as two squares, `2–4` as two squares and two empty ones. */
function squares(cell, { x, y, fill }) {
  const [least, most = least] = cell.match(/\d+/g).map(Number);
  return Array.from({ length: most }, (_, index) => {
    const isSure = index < least;
    const left = x + index * (SQUARE + GAP);
    return `<rect x="${left + 0.75}" y="${y + 0.75}" width="${SQUARE - 1.5}" height="${SQUARE - 1.5}" rx="2" fill="${isSure ? fill : 'none'}" stroke="${fill}" stroke-width="1.5"/>`;
  }).join('');
}
