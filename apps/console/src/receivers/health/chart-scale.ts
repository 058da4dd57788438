// The arithmetic of the charts.

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least the value. */
export function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 1;
}

/** A point of a line: a value at a place. */
export interface LinePoint {
  readonly place: number;
  readonly value: number;
}

/** Returns the unbroken parts of a line; null is a gap. */
export function segmentsOf(values: readonly (number | null)[]): readonly (readonly LinePoint[])[] {
  const segments: LinePoint[][] = [];
  let current: LinePoint[] = [];
  values.forEach((value, place) => {
    if (value === null) {
      current = [];
      return;
    }
    if (current.length === 0) segments.push(current);
    current.push({ place, value });
  });
  return segments;
}

/** Returns the places of the labels: the first place, and others at equal distances. @param most the most labels */
export function labelPlaces(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, nth) => nth * step);
}
