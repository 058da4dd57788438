import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Profile } from '../profile/profile.js';
import { readPrivateFile, writePrivateFile } from '../profile/private-file.js';

/** How far `listen` has come: the events of the page after `after` that have an answer are `done`. */
export interface Position {
  readonly after: string;
  readonly done: readonly string[];
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Returns the path, without ending, of the files of one profile and target. Another account of the service has other positions. */
export function positionPath(folder: string, { name, address, account }: Profile, forward: URL): string {
  const digest = createHash('sha256').update([name, address, account, forward.href].join('\n')).digest('hex').slice(0, 16);
  return join(folder, 'positions', `${name}-${digest}`);
}

/** The position on disk, written after each answer. */
export class PositionFile {
  private readonly file: string;

  constructor(path: string) {
    this.file = `${path}.json`;
  }

  /** @returns undefined when there is none, or it is damaged */
  load(): Position | undefined {
    try {
      const { after, done, savedAt } = JSON.parse(readPrivateFile(this.file) ?? '{}') as Partial<Position>;
      return typeof after === 'string' && Array.isArray(done) && typeof savedAt === 'string' ? { after, done, savedAt } : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  save({ after, done }: Pick<Position, 'after' | 'done'>): void {
    writePrivateFile(this.file, JSON.stringify({ after, done, savedAt: new Date().toISOString() }));
  }
}
