/** Returns a legend as Grafana writes it: each `{{label}}` becomes the value of the series. */
export function legendOf(format: string, labels: Readonly<Record<string, string>>): string {
  const [before = '', ...rest] = format.split('{{');
  const filled = rest.map((part) => {
    const [label = '', after = ''] = part.split('}}');
    return (labels[label] ?? '') + after;
  });
  return [before, ...filled].join('');
}

const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const COUNTS = ['', 'k', 'M', 'G'];

/** @param unit Grafana's name of the unit, from the panel's fieldConfig */
export function valueOf(unit: string, value: number): string {
  switch (unit) {
    case 's':
      return Math.abs(value) < 1 ? `${rounded(value * 1000)} ms` : `${rounded(value)} s`;
    case 'ops':
      return `${scaled(value, 1000, COUNTS)}/s`;
    case 'bytes':
      return scaled(value, 1024, BYTES);
    case 'percentunit':
      return `${rounded(value * 100)} %`;
    default:
      return scaled(value, 1000, COUNTS);
  }
}

function scaled(value: number, step: number, names: readonly string[]): string {
  const power = Math.min(names.length - 1, Math.max(0, Math.floor(Math.log(Math.abs(value)) / Math.log(step))));
  return `${rounded(value / step ** power)} ${names[power]}`.trim();
}

const rounded = (value: number): string => String(Number(value.toPrecision(3)));
