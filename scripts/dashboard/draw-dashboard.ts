import { valueOf } from './panel-words.js';

/** The data of one panel: its lines, with values in the order of time. */
export interface DrawnPanel {
  readonly row: string;
  readonly title: string;
  /** Grafana's name of the unit. */
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly number[] }[];
  /** Shown when there are no lines. */
  readonly whyEmpty: string;
}

const [WIDTH, HEIGHT, COLUMNS, GAP] = [400, 210, 4, 14];
/** The area of the lines in a panel, above the legend. */
const PLOT = { left: 58, right: WIDTH - 10, top: 28, bottom: 124 };
const LEGEND = { rows: 6, rowHeight: 13, perColumn: 44 };
const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#ff7f0e', '#9467bd', '#8c564b', '#17becf', '#7f7f7f', '#bcbd22', '#e377c2'];
const MOST_IN_LEGEND = LEGEND.rows * 2;

/** Draws all panels below their questions. @returns SVG */
export function drawDashboard(panels: readonly DrawnPanel[]): string {
  let y = GAP;
  const parts: string[] = [];
  for (const row of new Set(panels.map((panel) => panel.row))) {
    parts.push(`<text x="${GAP}" y="${y + 16}" font-size="17" font-weight="bold">${escape(row)}</text>`);
    y += 26;
    const own = panels.filter((panel) => panel.row === row);
    own.forEach((panel, index) => parts.push(drawPanel(panel, left(index % COLUMNS), y + Math.floor(index / COLUMNS) * (HEIGHT + GAP))));
    y += Math.ceil(own.length / COLUMNS) * (HEIGHT + GAP) + GAP;
  }
  const width = left(COLUMNS);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" font-family="sans-serif"><rect width="${width}" height="${y}" fill="#fff"/>${parts.join('')}</svg>`;
}

const left = (column: number): number => GAP + column * (WIDTH + GAP);

function drawPanel(panel: DrawnPanel, x: number, y: number): string {
  const drawn = panel.lines.length === 0 ? emptyWords(panel.whyEmpty) : drawLines(panel);
  return `<g transform="translate(${x},${y})"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fafafa" stroke="#ccc"/>
    <text x="8" y="17" font-size="12" font-weight="bold">${escape(panel.title)}</text>${drawn}</g>`;
}

function emptyWords(why: string): string {
  const line = (text: string, y: number): string =>
    `<text x="${WIDTH / 2}" y="${y}" font-size="11" text-anchor="middle" fill="#666">${escape(text)}</text>`;
  return line('no data in this run', HEIGHT / 2 - 8) + line(why, HEIGHT / 2 + 8);
}

function drawLines({ lines, unit }: DrawnPanel): string {
  const values = lines.flatMap(({ points }) => points);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const scale = { low, high: high > low ? high : low + 1 };
  return (
    drawAxis(scale, unit) +
    lines.map(({ points }, index) => polyline(points, scale, colourOf(index))).join('') +
    drawLegend({ lines, unit })
  );
}

interface Scale {
  readonly low: number;
  readonly high: number;
}

const heightOf = (value: number, { low, high }: Scale): number => PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top);

function drawAxis(scale: Scale, unit: string): string {
  const { low, high } = scale;
  return [low, (low + high) / 2, high]
    .map((value) => {
      const y = heightOf(value, scale).toFixed(1);
      return `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}" stroke="#e4e4e4"/><text x="${PLOT.left - 5}" y="${Number(y) + 3}" font-size="9" text-anchor="end" fill="#666">${escape(valueOf(unit, value))}</text>`;
    })
    .join('');
}

function polyline(points: readonly number[], scale: Scale, colour: string): string {
  const xy = points.map((value, index) => {
    const x = PLOT.left + (index / Math.max(1, points.length - 1)) * (PLOT.right - PLOT.left);
    return `${x.toFixed(1)},${heightOf(value, scale).toFixed(1)}`;
  });
  return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${xy.join(' ')}"/>`;
}

/** Draws the legend: each line with its last value, in two columns. */
function drawLegend({ lines, unit }: Pick<DrawnPanel, 'lines' | 'unit'>): string {
  const more = lines.length - MOST_IN_LEGEND;
  return lines
    .slice(0, MOST_IN_LEGEND)
    .map(({ name, points }, index) => {
      const [x, y] = [8 + Math.floor(index / LEGEND.rows) * (WIDTH / 2), PLOT.bottom + 18 + (index % LEGEND.rows) * LEGEND.rowHeight];
      const others = index === MOST_IN_LEGEND - 1 && more > 0 ? ` (+${more})` : '';
      const words = `${name.slice(0, LEGEND.perColumn)}: ${valueOf(unit, points.at(-1) ?? 0)}${others}`;
      return `<rect x="${x}" y="${y - 5}" width="10" height="3" fill="${colourOf(index)}"/><text x="${x + 14}" y="${y}" font-size="9.5">${escape(words)}</text>`;
    })
    .join('');
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? '#000';
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
