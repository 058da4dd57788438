export type Labels = Readonly<Record<string, string>>;

const SAMPLE = /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Returns the sum of the samples with this name and these labels in the text of /metrics; undefined if there is no such sample. */
export function metricValue(text: string, name: string, labels: Labels = {}): number | undefined {
  const values = text.split('\n').flatMap((line): number[] => {
    const sample = line.startsWith(name) ? SAMPLE.exec(line)?.groups : undefined;
    if (sample?.['name'] !== name) return [];
    const own = new Map(Array.from((sample['labels'] ?? '').matchAll(LABEL), ([, label, value]) => [label, value]));
    return Object.entries(labels).every(([label, value]) => own.get(label) === value) ? [Number(sample['value'])] : [];
  });
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value);
}
