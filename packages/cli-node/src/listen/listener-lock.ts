import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError, EXIT } from '../cli-error.js';

interface Holder {
  readonly pid: number;
  readonly id: string;
}

/** Lets one listener at a time forward the events of a profile to a target. */
export class ListenerLock {
  private readonly file: string;
  private readonly holder: Holder = { pid: process.pid, id: randomUUID() };

  constructor(path: string) {
    this.file = `${path}.lock`;
  }

  /** @throws CliError when another listener runs */
  take(): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    if (this.create()) return;
    const other = this.read();
    if (other && isRunning(other.pid)) {
      throw new CliError(
        EXIT.failed,
        `Process ${other.pid} already forwards these events to this address. End it, forward to another path, or use another --profile. ` +
          `If that process is another program, remove ${this.file}.`,
      );
    }
    // Its listener was killed. If two listeners come this far, the later takes the file, and the earlier ends at its next answer.
    rmSync(this.file, { force: true });
    if (!this.create()) this.mustHold();
  }

  /** @throws CliError when another listener has taken over */
  mustHold(): void {
    if (this.read()?.id !== this.holder.id) throw new CliError(EXIT.failed, `Another listener has taken over (${this.file}).`);
  }

  release(): void {
    if (this.read()?.id === this.holder.id) rmSync(this.file, { force: true });
  }

  /** A link appears with its whole content, or not at all. */
  private create(): boolean {
    const draft = `${this.file}.${this.holder.id}`;
    writeFileSync(draft, JSON.stringify(this.holder), { mode: 0o600 });
    try {
      linkSync(draft, this.file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  private read(): Holder | undefined {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Holder;
    } catch {
      return undefined;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
