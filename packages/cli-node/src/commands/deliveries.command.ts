import { dataOf, rowsOf } from '#libs/api-client';
import { type Command, Option } from 'commander';
import { type Cli, type CommonOptions, leaf } from './cli.js';
import { firstOf, given, type ParcelFilters, type PeriodFilters, withParcelFilters, withPeriod } from './lists.js';
import { attemptLines, outcomeOf, parcelOf, statusOf } from './receiver-words.js';

interface DeliveriesOptions extends CommonOptions, ParcelFilters, PeriodFilters {
  readonly limit: number;
  readonly receiver?: string;
  readonly status?: string;
  readonly eventid?: string;
}

export const deliveriesCommand = (cli: Cli): Command =>
  withPeriod(withParcelFilters(leaf('deliveries', 'list deliveries, newest first, or show one with its attempts')))
    .argument('[deliveryId]', 'the delivery to show')
    .option('--receiver <receiverId>', 'only to this receiver')
    .addOption(
      new Option('--status <status>', 'only with this status').choices(['pending', 'delivered', 'exhausted', 'expired', 'cancelled']),
    )
    .option('--eventid <eventid>', 'only of this event')
    .action((deliveryId: string | undefined, options: DeliveriesOptions) =>
      deliveryId === undefined ? list(cli, options) : show(cli, deliveryId, options),
    );

async function list(cli: Cli, { profile, json, limit, receiver: receiverId, ...filters }: DeliveriesOptions): Promise<void> {
  const query = { ...given({ ...filters, receiverId }), limit: Math.min(limit, 200) };
  const deliveries = await cli.ask(given({ profile, json }), (client) => firstOf(rowsOf(client, '/deliveries', query as never), limit));
  cli.output.value(deliveries);
  cli.output.table(
    deliveries.map((delivery) => [
      delivery.createdAt,
      delivery.event,
      statusOf(delivery.status),
      outcomeOf(delivery.lastOutcome, delivery.lastHttpStatus),
      delivery.deliveryId,
      parcelOf(delivery),
    ]),
  );
  if (deliveries.length === 0) cli.output.note('No delivery matches.');
}

async function show(cli: Cli, deliveryId: string, options: CommonOptions): Promise<void> {
  const found = await cli.ask(options, (client) => dataOf(client.GET('/deliveries/{deliveryId}', { params: { path: { deliveryId } } })));
  cli.output.value(found);
  cli.output.line(`${found.event} ${found.eventid}  ${parcelOf(found)}`);
  cli.output.line(`to receiver ${found.receiverId}: `, statusOf(found.status), found.isTest ? ' (a test)' : '');
  if (found.nextAttemptAt !== null)
    cli.output.line(`next attempt not before ${found.nextAttemptAt}, waits for: ${found.waitingFor ?? '-'}`);
  for (const attempt of found.attempts) attemptLines(attempt).forEach((parts) => cli.output.line(...parts));
}
