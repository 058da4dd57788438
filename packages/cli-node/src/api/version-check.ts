import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../profile/private-file.js';
import { askVersion, OWN_VERSION } from './service.js';

const CHECKED_FOR_MS = 24 * 60 * 60 * 1000;

/** Remembers for a day what the service said of its version: the document that says it is large. */
export class VersionCheck {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'versions.json');
  }

  /** @returns the remark about the service, asked for at most once a day; undefined = nothing to say, or not known */
  async daily(address: string): Promise<string | undefined> {
    const known = this.load()[address];
    if (known?.by === OWN_VERSION && Math.abs(Date.now() - known.atMs) < CHECKED_FOR_MS) return known.note;
    return this.now(address);
  }

  /** Asks again. Never throws: a command does not fail because of it. */
  async now(address: string): Promise<string | undefined> {
    try {
      const note = await askVersion(address);
      writePrivateFile(this.file, JSON.stringify({ ...this.load(), [address]: { by: OWN_VERSION, atMs: Date.now(), note } }));
      return note;
    } catch {
      return undefined;
    }
  }

  private load(): Readonly<Record<string, Known | undefined>> {
    try {
      return JSON.parse(readPrivateFile(this.file) ?? '{}') as Record<string, Known>;
    } catch {
      return {};
    }
  }
}

interface Known {
  /** The version of the command that asked. */
  readonly by: string;
  readonly atMs: number;
  readonly note?: string;
}
