import { dataOf } from '#libs/api-client';
import { type Command, Option } from 'commander';
import { usageError } from '../cli-error.js';
import { type Cli, type CommonOptions, leaf } from './cli.js';
import { outcomeOf, parcelOf, statusOf } from './receiver-words.js';

const STATUSES = ['delivered', 'exhausted', 'expired', 'cancelled', 'missing'] as const;

interface RedeliverOptions extends CommonOptions {
  readonly receiver?: string;
  readonly from?: string;
  readonly to?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly yes?: boolean;
}

export const redeliverCommand = (cli: Cli): Command =>
  leaf('redeliver', 'send one delivery, or all of a period, again: a dry run without --yes')
    .argument('[deliveryId]', 'the delivery to send again')
    .option('--receiver <receiverId>', 'send again all deliveries of a period to this receiver; with --status and --from')
    .addOption(new Option('--status <status>', 'the deliveries that ended so; missing = events without a delivery').choices(STATUSES))
    .option('--from <instant>', 'the beginning of the period, ISO 8601')
    .option('--to <instant>', 'the end of the period; left out = now')
    .option('--yes', 'do it')
    .action((deliveryId: string | undefined, options: RedeliverOptions) =>
      deliveryId === undefined ? redeliverMany(cli, options) : redeliverOne(cli, deliveryId, options),
    );

async function redeliverOne(cli: Cli, deliveryId: string, options: RedeliverOptions): Promise<void> {
  if (options.receiver ?? options.from ?? options.to ?? options.status) throw usageError('Give a delivery or a period, not both.');
  const params = { path: { deliveryId } };
  if (options.yes !== true) {
    const found = await cli.ask(options, (client) => dataOf(client.GET('/deliveries/{deliveryId}', { params })));
    cli.output.value({ isDryRun: true, delivery: found });
    cli.output.line(`Would send again: ${found.event} ${found.eventid}  ${parcelOf(found)}  to receiver ${found.receiverId}`);
    cli.output.line('It is ', statusOf(found.status), `, last: ${outcomeOf(found.lastOutcome, found.lastHttpStatus)}.`);
    return cli.output.note('Nothing was sent. --yes sends it.');
  }
  const order = await cli.ask(options, (client) => dataOf(client.POST('/deliveries/{deliveryId}/redeliver', { params })));
  cli.output.value(order);
  cli.output.line(`Ordered: redelivery ${order.redeliveryId}. See: parcel-webhooks deliveries ${deliveryId}`);
}

async function redeliverMany(cli: Cli, { receiver, from, to, status, yes = false, ...options }: RedeliverOptions): Promise<void> {
  if (receiver === undefined || from === undefined || status === undefined) {
    throw usageError('Give a delivery, or --receiver, --status and --from.');
  }
  const body = { from, status, ...(to !== undefined && { to }), dryRun: !yes };
  const answer = await cli.ask(options, (client) =>
    dataOf(client.POST('/receivers/{receiverId}/redeliver', { params: { path: { receiverId: receiver } }, body })),
  );
  if ('redeliveryId' in answer) {
    cli.output.value(answer);
    return cli.output.line(`Ordered: redelivery ${answer.redeliveryId} of ${answer.total} deliveries. It runs in the background.`);
  }
  cli.output.value({ isDryRun: true, ...answer });
  cli.output.line(`Would send again: ${answer.countIsExact ? '' : 'at least '}${answer.count} deliveries up to ${answer.to}, such as`);
  cli.output.table(answer.sample.map((each) => [`  ${each.createdAt}`, each.event, each.eventid, parcelOf(each)]));
  cli.output.note('Nothing was sent. --yes sends them.');
}
