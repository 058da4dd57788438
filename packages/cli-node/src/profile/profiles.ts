import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../cli-error.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';
import { checkedName, DEFAULT_PROFILE, parseProfile, type Profile, profileText } from './profile.js';

const FILE = /^profile-(.+)\.json$/;

/** The profiles of the user, one file each. */
export class Profiles {
  constructor(readonly folder: string) {}

  /** @throws CliError when there is no such profile */
  load(name: string): Profile {
    const profile = this.find(name);
    if (profile) return profile;
    const option = name === DEFAULT_PROFILE ? '' : ` --profile ${name}`;
    throw usageError(`There is no profile ${name}. Run: parcel-webhooks login${option}`);
  }

  /** @returns undefined when there is no such profile */
  find(name: string): Profile | undefined {
    const text = readPrivateFile(this.fileOf(checkedName(name)));
    return text === undefined ? undefined : parseProfile(name, text);
  }

  /** @returns the path of the profile's file */
  save(profile: Profile): string {
    const path = this.fileOf(checkedName(profile.name));
    writePrivateFile(path, profileText(profile));
    return path;
  }

  /** @returns false when there is no such profile */
  remove(name: string): boolean {
    const isThere = this.names().includes(checkedName(name));
    rmSync(this.fileOf(name), { force: true });
    return isThere;
  }

  names(): string[] {
    try {
      return readdirSync(this.folder)
        .flatMap((file) => FILE.exec(file)?.[1] ?? [])
        .toSorted();
    } catch {
      return [];
    }
  }

  /** Not named after the profile alone: Windows reserves names such as `con`. */
  private fileOf(name: string): string {
    return join(this.folder, `profile-${name}.json`);
  }
}
