/** What came for one panel: its lines, values in the order of time. */
export interface DrawnPanel {
  readonly row: string;
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly number[] }[];
}

const [WIDTH, HEIGHT, COLUMNS, GAP] = [380, 150, 4, 14];
const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#ff7f0e', '#9467bd', '#8c564b', '#17becf', '#7f7f7f'];

/** All panels below their questions, for the eye. @returns SVG */
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

function drawPanel({ title, lines }: DrawnPanel, x: number, y: number): string {
  const values = lines.flatMap(({ points }) => points);
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(0, ...values), Math.max(...values, 1e-9)];
  const drawn = lines.map(({ points }, index) => polyline(points, { low, high, colour: COLOURS[index % COLOURS.length]! }));
  const legend = lines.slice(0, 6).map(({ name, points }) => `${name} ${short(points.at(-1) ?? 0)}`);
  const words = lines.length === 0 ? 'no data' : legend.join(' · ');
  return `<g transform="translate(${x},${y})"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fafafa" stroke="#ccc"/>
    <text x="6" y="15" font-size="12" font-weight="bold">${escape(title)}</text><text x="${WIDTH - 6}" y="15" font-size="10" text-anchor="end">${short(low)} … ${short(high)}</text>
    ${drawn.join('')}<text x="6" y="${HEIGHT - 6}" font-size="9">${escape(words.slice(0, 90))}</text></g>`;
}

function polyline(points: readonly number[], { low, high, colour }: { low: number; high: number; colour: string }): string {
  const [top, bottom] = [24, HEIGHT - 22];
  const xy = points.map((value, index) => {
    const x = 6 + (index / Math.max(1, points.length - 1)) * (WIDTH - 12);
    return `${x.toFixed(1)},${(bottom - ((value - low) / (high - low)) * (bottom - top)).toFixed(1)}`;
  });
  return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${xy.join(' ')}"/>`;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
