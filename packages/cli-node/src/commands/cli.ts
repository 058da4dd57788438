import type { ApiClient } from '#libs/api-client';
import { Command } from 'commander';
import { serviceOf } from '../api/service.js';
import { mayBeOfVersion, toCliError } from '../api/to-cli-error.js';
import { VersionCheck } from '../api/version-check.js';
import { usageError } from '../cli-error.js';
import { Output, type Sink } from '../output/output.js';
import { configFolder, type Machine } from '../profile/config-folder.js';
import { DEFAULT_PROFILE, type Profile } from '../profile/profile.js';
import { Profiles } from '../profile/profiles.js';

/** What the program gets from its process. */
export interface Io extends Machine {
  readonly out: Sink;
  readonly err: Sink;
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  /** Asks the running command to end, once per Ctrl-C. */
  readonly onStop: (stop: () => void) => void;
}

export interface CommonOptions {
  readonly profile?: string;
  readonly json?: boolean;
}

/** One run of the program. */
export class Cli {
  readonly output: Output;
  readonly profiles: Profiles;
  readonly versions: VersionCheck;

  constructor(readonly io: Io) {
    const folder = configFolder(io);
    this.output = new Output(io);
    this.profiles = new Profiles(folder);
    this.versions = new VersionCheck(folder);
  }

  profileName({ profile }: CommonOptions): string {
    return profile ?? this.io.env['PARCEL_WEBHOOKS_PROFILE'] ?? DEFAULT_PROFILE;
  }

  /** Loads the profile of the command. Its secrets are masked from then on. @throws CliError */
  profileOf(options: CommonOptions): Profile {
    return this.masking(this.profiles.load(this.profileName(options)));
  }

  masking(profile: Profile): Profile {
    this.output.hide(profile.token.reveal());
    this.output.hide(profile.signingSecret.reveal());
    return profile;
  }

  /** Runs what a command asks of the service. @throws CliError, which names another version of the service if that could be the cause */
  async ask<T>(options: CommonOptions, work: (client: ApiClient) => Promise<T>): Promise<T> {
    const profile = this.profileOf(options);
    try {
      const result = await work(serviceOf(profile));
      this.remark(await this.versions.daily(profile.address));
      return result;
    } catch (error) {
      await this.remarkOn(error, profile);
      throw toCliError(error);
    }
  }

  /** Says that the service has another version when that could be the cause of the error. */
  async remarkOn(error: unknown, { address }: Profile): Promise<void> {
    if (mayBeOfVersion(error)) this.remark(await this.versions.now(address));
  }

  remark(note: string | undefined): void {
    if (note !== undefined) this.output.note({ text: note, tone: 'faint' });
  }
}

/** Makes a command with the options that all have. */
export const leaf = (name: string, summary: string): Command =>
  new Command(name)
    .summary(summary)
    .description(summary)
    .option('--profile <name>', `the profile to use (${DEFAULT_PROFILE}, or PARCEL_WEBHOOKS_PROFILE)`)
    .option('--json', 'JSON instead of lines for people');

/** Reads a whole number from the command line. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw usageError(`"${text}" is not a whole number from ${least} to ${most}.`);
  };
