// The arithmetic of the charts.

/** The next of 1, 2, 5, 10, 20, 50 … at or above; 1 at least. */
export function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 1;
}

/** Where a line is drawn: a value at a place. */
export interface LinePoint {
  readonly place: number;
  readonly value: number;
}

/** The unbroken parts of a line: a null is a gap. */
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

/** At most so many labels, equally far apart, the first one always. @returns their places */
export function labelPlaces(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, nth) => nth * step);
}
