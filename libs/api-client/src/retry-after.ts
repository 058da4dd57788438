/** @returns the pause that an answer asks for, seconds; undefined = it names none, or a date */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}
