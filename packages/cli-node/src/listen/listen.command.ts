import type { Command } from 'commander';
import { type ApiClient } from '#libs/api-client';
import { ownHostFetch } from '../api/own-host-fetch.js';
import { serviceOf } from '../api/service.js';
import { toCliError } from '../api/to-cli-error.js';
import { usageError } from '../cli-error.js';
import { type Cli, type CommonOptions, leaf, wholeNumber } from '../commands/cli.js';
import { given, type ParcelFilters, withParcelFilters } from '../commands/lists.js';
import type { Profile } from '../profile/profile.js';
import { beginOf } from './begin.js';
import { forwardUrl } from './forward-url.js';
import { Forwarder } from './forwarder.js';
import { onKeys } from './keys.js';
import { Listener } from './listener.js';
import { ListenerLock } from './listener-lock.js';
import { loadForm } from './load-form.js';
import { patientFetch } from './patient-fetch.js';
import { PositionFile, positionPath } from './position-file.js';
import { readRecording, Recording } from './recording.js';
import { PLAIN_FORM } from './webhook-form.js';

interface ListenOptions extends CommonOptions, ParcelFilters {
  readonly forward: string;
  readonly like?: string;
  readonly since?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly count?: number;
  readonly timeoutMs?: number;
  readonly pauseMs: number;
}

const MORE = `
Each event is POSTed as the service would push it, signed with the secret of the profile. It needs scope read, and creates no receiver and no
delivery. Any answer counts, also 500; without an answer it tries again. The position is saved after each answer: the next run goes on there.
Operational events (receiver.failing and others) are no events of parcels: listen does not get them.

--record writes personal data, which no erasure of the service reaches. Delete the file when you are done.
Press r to send the last event again, or to try again at once; Ctrl-C to end after the POST under way, twice to end at once.
`;

export const listenCommand = (cli: Cli): Command =>
  withParcelFilters(leaf('listen', 'forward the events of your account to a server on this machine'))
    .requiredOption('--forward <url>', 'where to POST: http://localhost:3000/hook')
    .option('--like <receiverId>', 'use the format, query parameters, events and filter of this receiver; without it, plain and all events')
    .option('--since <when>', 'where to begin: end, oldest, an ISO 8601 time, or 30m, 2h, 1d ago; left out = where the last run ended')
    .option('--record <file>', 'also write the webhooks to this file')
    .option('--replay <file>', 'POST the webhooks of a recorded file instead, and end')
    .option('--count <number>', 'end after this many events', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--timeout-ms <number>', 'how long a whole answer may take (15000, or as --like says)', wholeNumber(1, 3_600_000))
    .option('--pause-ms <number>', 'pause while there is nothing new', wholeNumber(100, 3_600_000), 2_000)
    .addHelpText('after', MORE)
    .action((options: ListenOptions) => listen(cli, options));

async function listen(cli: Cli, options: ListenOptions): Promise<void> {
  const url = forwardUrl(options.forward);
  const profile = cli.profileOf(options);
  const run = new Run(cli, { profile, url, options });
  try {
    await (options.replay === undefined ? run.walk() : run.replay(options.replay));
  } catch (error) {
    if (run.isStopped) return;
    await cli.remarkOn(error, profile);
    throw toCliError(error);
  } finally {
    run.close();
  }
}

const NOT_WITH_REPLAY = ['like', 'since', 'record', 'event', 'courier', 'trackingNumber', 'client', 'orderNo'] as const;

/** One run of `listen`. */
class Run {
  private readonly stopping = new AbortController();
  private readonly breaking = new AbortController();
  private readonly onEnd: (() => void)[] = [];

  constructor(
    private readonly cli: Cli,
    private readonly given: { readonly profile: Profile; readonly url: URL; readonly options: ListenOptions },
  ) {
    cli.io.onStop(() => this.stop());
  }

  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  close(): void {
    for (const end of this.onEnd.toReversed()) end();
  }

  async walk(): Promise<void> {
    const { profile, url, options } = this.given;
    const path = positionPath(this.cli.profiles.folder, profile, url);
    const lock = new ListenerLock(path);
    lock.take();
    this.onEnd.push(() => lock.release());
    const client = this.client();
    const form = options.like === undefined ? PLAIN_FORM : await loadForm(client, options.like);
    const position = new PositionFile(path);
    const begin = beginOf(options.since, position.load(), Date.now());
    const recording = options.record === undefined ? undefined : new Recording(options.record);
    const forwarder = this.forwarder(options.timeoutMs ?? form.timeoutMs);
    this.cli.remark(await this.cli.versions.now(profile.address));
    this.introduce(begin.words);
    let left = options.count ?? Infinity;
    const listener = new Listener({
      client,
      form,
      url,
      lock,
      position,
      forwarder,
      filters: this.filters(),
      pauseMs: options.pauseMs,
      stopping: this.stopping.signal,
      onAnswered: (webhook) => {
        recording?.add(webhook, url);
        if (--left === 0) this.stopping.abort();
      },
    });
    await listener.run(begin);
  }

  async replay(file: string): Promise<void> {
    const { url, options } = this.given;
    const wrong = NOT_WITH_REPLAY.find((name) => options[name] !== undefined);
    if (wrong)
      throw usageError(`--replay sends the whole file: leave out --${wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.`);
    const webhooks = readRecording(file, url).slice(0, options.count);
    const forwarder = this.forwarder(options.timeoutMs ?? PLAIN_FORM.timeoutMs);
    this.introduce(`Replays ${webhooks.length} webhooks.`);
    for (const webhook of webhooks) if (!(await forwarder.deliver(webhook))) return;
  }

  private client(): ApiClient {
    const { output } = this.cli;
    const fetch = patientFetch({
      fetch: ownHostFetch(),
      onWait: (why, ms) => output.note({ text: `${why} Tries again in ${ms / 1000} s; nothing is skipped.`, tone: 'bad' }),
      onAnswer: () => output.note({ text: 'The service answers again.', tone: 'good' }),
    });
    const { signal } = this.stopping;
    return serviceOf(this.given.profile, (request) => fetch(new Request(request, { signal })));
  }

  private forwarder(timeoutMs: number): Forwarder {
    const { url, profile } = this.given;
    const forwarder = new Forwarder({
      url,
      timeoutMs,
      secret: profile.signingSecret,
      output: this.cli.output,
      stopping: this.stopping.signal,
      breaking: this.breaking.signal,
    });
    this.onEnd.push(onKeys(this.cli.io, { again: () => void forwarder.again(), stop: () => this.stop() }));
    return forwarder;
  }

  private filters(): Readonly<Record<string, string>> {
    const { event, courier, trackingNumber, client, orderNo } = this.given.options;
    return given({ event, courier, trackingNumber, client, orderNo });
  }

  /** The first time, the POST under way gets its answer, so that it need not be repeated. */
  private stop(): void {
    if (this.isStopped) this.breaking.abort();
    this.stopping.abort();
  }

  private introduce(begin: string): void {
    const { output } = this.cli;
    const { profile, url } = this.given;
    output.note(`Forwards events of account ${profile.account} at ${profile.address} to ${url.href}`);
    const isShown = output.secretLine('Signing secret: ', profile.signingSecret.reveal());
    if (!isShown) output.note('The signing secret is shown in a terminal only; `parcel-webhooks secret --out FILE` writes it to a file.');
    output.note(begin);
    if (this.cli.io.in.isTTY === true) output.note({ text: 'Press r to send the last event again, Ctrl-C to end.', tone: 'faint' });
  }
}
