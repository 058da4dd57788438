import type { Command } from 'commander';
import { usageError } from '../cli-error.js';
import { writePrivateFile } from '../profile/private-file.js';
import { newSigningSecret } from '../profile/profile.js';
import { type Cli, type CommonOptions, leaf } from './cli.js';

interface SecretOptions extends CommonOptions {
  readonly out?: string;
  readonly renew?: boolean;
}

export const secretCommand = (cli: Cli): Command =>
  leaf('secret', 'show the secret that signs the webhooks of `listen`')
    .option('--out <file>', 'write it to a file that only you may read; without a terminal, this is the only way')
    .option('--renew', 'make a new secret first')
    .action((options: SecretOptions) => secret(cli, options));

function secret(cli: Cli, { out, renew = false, ...options }: SecretOptions): void {
  const known = cli.profileOf(options);
  const isShown = cli.output.isTerminal && !cli.output.wantsJson;
  if (out === undefined && !isShown) throw usageError('The secret is shown in a terminal only. Use --out FILE.');
  const profile = renew ? { ...known, signingSecret: newSigningSecret() } : known;
  if (renew) cli.profiles.save(cli.masking(profile));
  if (out === undefined) return void cli.output.secretLine('', profile.signingSecret.reveal());
  writePrivateFile(out, `${profile.signingSecret.reveal()}\n`);
  cli.output.line(`Wrote the secret to ${out}.`);
  cli.output.value({ file: out });
}
