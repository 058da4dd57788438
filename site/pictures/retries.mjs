// The attempts of a delivery on a time line: once with a receiver that comes back, once with a receiver that does not.
import { BLUE, INK, LINE, ORANGE, QUIET, text, toFile } from './svg.mjs';

const WIDTH = 430;
const LEFT = 12;
const RADIUS = 9;

/** @param minutes the time between two attempts */
export function drawRetries({ retries, minutes }) {
  const step = (WIDTH - 2 * LEFT) / retries;
  const at = (attempt) => Number((LEFT + (attempt - 1) * step).toFixed(1));
  const after = (attempt) => hours((attempt - 1) * minutes);
  const last = retries + 1;
  return toFile({
    title: 'The attempts of a webhook on a time line',
    width: WIDTH,
    height: 306,
    body: [
      text('The receiver comes back after an hour', { x: 0, y: 16, size: 15, bold: true }),
      attempts({ at, from: 1, failed: 3, y: 48 }),
      delivered({ x: at(4), y: 48 }),
      text('0', { x: at(1), y: 78, anchor: 'middle' }),
      text(after(4), { x: at(4), y: 78, anchor: 'middle' }),
      text('delivered: no further attempt', { x: at(4) + 20, y: 53, fill: BLUE }),
      text('The receiver stays down', { x: 0, y: 128, size: 15, bold: true }),
      text(`${retries} retries, one every ${minutes} minutes`, { x: (at(2) + at(last)) / 2, y: 156, anchor: 'middle' }),
      `<path d="M${at(2)} 170v-6H${at(last)}v6" fill="none" stroke="${LINE}" stroke-width="1.3"/>`,
      attempts({ at, from: 1, failed: last, y: 188 }),
      ...[1, 5, 9, 13].map((attempt) => text(after(attempt), { x: at(attempt), y: 218, anchor: 'middle' })),
      text(`attempt ${last}, after ${after(last)}:`, { x: WIDTH, y: 240, anchor: 'end' }),
      text('exhausted', { x: WIDTH, y: 260, anchor: 'end', fill: ORANGE, bold: true }),
      `<path d="M${at(last)} 202v22" stroke="${LINE}" stroke-width="1.3"/>`,
      failed({ x: LEFT, y: 294 }),
      text('no 2xx in time', { x: LEFT + 16, y: 299, fill: QUIET }),
      delivered({ x: 160, y: 294 }),
      text('a 2xx answer', { x: 176, y: 299, fill: QUIET }),
    ].join('\n'),
  });
}

function hours(minutes) {
  if (minutes === 0) return '0';
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [whole > 0 ? `${whole} h` : '', rest > 0 ? `${rest} min` : ''].join(' ').trim();
}

function attempts({ at, from, failed: to, y }) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return numbers.map((attempt) => failed({ x: at(attempt), y })).join('\n');
}

const failed = ({ x, y }) =>
  `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="none" stroke="${ORANGE}" stroke-width="1.5"/>` +
  `<path d="M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7" stroke="${ORANGE}" stroke-width="1.5"/>`;

const delivered = ({ x, y }) =>
  `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${BLUE}" fill-opacity="0.15" stroke="${BLUE}" stroke-width="1.5"/>` +
  `<path d="M${x - 4} ${y}l3 3.5l5 -6.5" fill="none" stroke="${INK}" stroke-width="1.5"/>`;
