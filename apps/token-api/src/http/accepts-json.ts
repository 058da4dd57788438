const JSON_RANGES = ['application/json', 'application/*', '*/*'];

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Whether the caller can read `application/json` (spec: 406; domain D.9): any media range that covers it will do, the most
 * specific one decides, `q=0` refuses. No header, or an empty one, accepts everything.
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map(toMediaRange);
  for (const covering of JSON_RANGES) {
    const matches = ranges.filter(({ range }) => range === covering);
    if (matches.length > 0) return matches.some(({ quality }) => quality > 0);
  }
  return false;
}

function toMediaRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  return { range, quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0 };
}
