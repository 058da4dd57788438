import { readFileSync } from 'node:fs';
import { dataOf } from '#libs/api-client';
import type { Secret } from '#libs/config';
import type { Command } from 'commander';
import { serviceAddress } from '../api/service-address.js';
import { serviceOf } from '../api/service.js';
import { toCliError } from '../api/to-cli-error.js';
import { CliError, EXIT, usageError } from '../cli-error.js';
import { askPerson, firstLineOf } from '../profile/ask.js';
import { checkedName, checkedToken, newSigningSecret, type Profile } from '../profile/profile.js';
import { type Cli, type CommonOptions, leaf, wholeNumber } from './cli.js';

interface LoginOptions extends CommonOptions {
  readonly address?: string;
  readonly account?: number;
  readonly tokenFile?: string;
  readonly allowHttp?: boolean;
}

const MORE = `
The token is read from --token-file, from a pipe, or typed at the terminal. It is no option, because other programs can read options.
It is stored in a file that only you may read, and sent to this address only.
`;

export const loginCommand = (cli: Cli): Command =>
  leaf('login', 'store the address of the service, your account and a token')
    .option('--address <url>', 'the address of the API, such as https://webhooks.example')
    .option('--account <number>', 'the number of your account', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--token-file <file>', 'a file with the token')
    .option('--allow-http', 'allow an http address: others can then read the token on its way')
    .addHelpText('after', MORE)
    .action((options: LoginOptions) => login(cli, options));

async function login(cli: Cli, options: LoginOptions): Promise<void> {
  const name = checkedName(cli.profileName(options));
  const address = serviceAddress(options.address ?? (await asked(cli, '--address', 'Address of the API: ')), {
    allowHttp: options.allowHttp === true,
  });
  const account = options.account ?? wholeNumber(1, Number.MAX_SAFE_INTEGER)(await asked(cli, '--account', 'Number of your account: '));
  const token = await tokenOf(cli, options);
  cli.output.hide(token.reveal());
  const scope = await checkedScope({ address, account, token });
  const signingSecret = knownSecret(cli, name) ?? newSigningSecret();
  const file = cli.profiles.save({ name, address, account, token, signingSecret });
  cli.output.line(`Logged in to ${address} as account ${account}, scope ${scope}. Stored in ${file}.`);
  cli.output.value({ profile: name, address, account, scope, file });
  cli.remark(await cli.versions.now(address));
}

function asked({ io }: Cli, option: string, words: string): Promise<string> {
  if (io.in.isTTY !== true) throw usageError(`Give ${option}: there is no terminal to ask at.`);
  return askPerson(io, { words });
}

async function tokenOf({ io }: Cli, { tokenFile }: LoginOptions): Promise<Secret> {
  if (tokenFile !== undefined) return checkedToken(readText(tokenFile));
  if (io.in.isTTY !== true) return checkedToken(await firstLineOf(io.in));
  return checkedToken(await askPerson(io, { words: 'Token (not shown): ', isHidden: true }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(`The file cannot be read: ${(error as Error).message}`);
  }
}

/** @throws CliError when the service refuses the token */
async function checkedScope(profile: Pick<Profile, 'address' | 'account' | 'token'>): Promise<string> {
  try {
    const { account, scope } = await dataOf(serviceOf(profile).GET('/sessions/current'));
    if (account !== profile.account) throw new CliError(EXIT.credentials, `The token is of account ${account}, not ${profile.account}.`);
    return scope;
  } catch (error) {
    throw toCliError(error);
  }
}

/** The secret of a profile survives a new login: the receiver on this machine knows it. */
function knownSecret({ profiles }: Cli, name: string): Secret | undefined {
  try {
    return profiles.find(name)?.signingSecret;
  } catch {
    return undefined;
  }
}
