import { type Exit } from './child.js';

/** The apps and servers that ended by themselves during the run and were restarted. */
export class EndedParts {
  private readonly counts = new Map<string, number>();

  add(name: string, { code, signal }: Exit): void {
    const what = `${name} ended (${signal ?? `exit code ${code}`}) and was restarted`;
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  lines(): string[] {
    return Array.from(this.counts, ([what, count]) => (count === 1 ? what : `${what}, ${count} times`));
  }
}
