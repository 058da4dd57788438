import { type components, dataOf } from '#libs/api-client';
import type { Command } from 'commander';
import type { Part } from '../output/output.js';
import { type Cli, type CommonOptions, leaf } from './cli.js';
import { given } from './lists.js';

type Finding = components['schemas']['Finding'];

interface ExplainOptions extends CommonOptions {
  readonly event?: string;
  readonly receiver?: string;
}

export const explainCommand = (cli: Cli): Command =>
  leaf('explain', 'explain why a webhook came or did not come')
    .argument('<courier>', 'the courier of the parcel, as your records spell it')
    .argument('<trackingNumber>', 'its tracking number')
    .option('--event <event>', 'only this event')
    .option('--receiver <receiverId>', 'only this receiver')
    .action((courier: string, trackingNumber: string, options: ExplainOptions) => explain(cli, { courier, trackingNumber }, options));

async function explain(
  cli: Cli,
  path: { readonly courier: string; readonly trackingNumber: string },
  { event, receiver: receiverId, ...options }: ExplainOptions,
): Promise<void> {
  const params = { path, query: given({ event, receiverId }) as never };
  const explanation = await cli.ask(options, (client) =>
    dataOf(client.GET('/consignments/{courier}/{trackingNumber}/explain', { params })),
  );
  const { verdict, notable, events } = explanation;
  cli.output.value(explanation);
  cli.output.line(`${explanation.courier} ${explanation.trackingNumber}`);
  const others = notable.filter((each) => JSON.stringify(each) !== JSON.stringify(verdict));
  for (const finding of [verdict, ...others]) say(cli, finding, '');
  for (const each of events) {
    cli.output.line(`${each.timestamp}  ${each.event}  ${each.eventid}  (${each.cause.meaning})`);
    for (const finding of each.receivers) say(cli, finding, '  ');
  }
}

const TONES = { problem: 'bad', waiting: 'plain', info: 'good' } as const;

function say({ output }: Cli, { severity, meaning, toDo, at, receiverId }: Finding, indent: string): void {
  const mark: Part = { text: severity, tone: TONES[severity] ?? 'plain' };
  const where = receiverId === null ? '' : `receiver ${receiverId}: `;
  output.line(indent, mark, `  ${where}${meaning}${at === null ? '' : ` (${at})`}`);
  if (toDo !== '') output.line(`${indent}  -> ${toDo}`);
}
