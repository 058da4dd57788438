import type { Command } from 'commander';
import { usageError } from '../cli-error.js';
import type { Profile } from '../profile/profile.js';
import { type Cli, type CommonOptions, leaf } from './cli.js';

export const logoutCommand = (cli: Cli): Command =>
  leaf('logout', 'remove a profile and its token from this machine')
    .addHelpText('after', '\nThe token stays valid. POST /tokens/revoke, or the console, revokes it.\n')
    .action((options: CommonOptions) => {
      const name = cli.profileName(options);
      if (!cli.profiles.remove(name)) throw usageError(`There is no profile ${name}.`);
      cli.output.line(`Removed profile ${name}. Its token stays valid until somebody revokes it.`);
      cli.output.value({ removed: name });
    });

export const profilesCommand = (cli: Cli): Command =>
  leaf('profiles', 'list the profiles of this machine, without their secrets').action(() => {
    const profiles = cli.profiles.names().map((name) => shown(cli, name));
    if (profiles.length === 0) cli.output.note('There is no profile. Run: parcel-webhooks login');
    cli.output.table(profiles.map(({ profile, address, account }) => [profile, address ?? 'damaged', account ? `account ${account}` : '']));
    cli.output.value(profiles);
  });

/** A damaged profile is listed too. */
function shown({ profiles }: Cli, name: string): { profile: string } & Partial<Pick<Profile, 'address' | 'account'>> {
  try {
    const { address, account } = profiles.load(name);
    return { profile: name, address, account };
  } catch {
    return { profile: name };
  }
}
