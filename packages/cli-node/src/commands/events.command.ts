import { dataOf, rowsOf } from '#libs/api-client';
import type { Command } from 'commander';
import { type Cli, type CommonOptions, leaf } from './cli.js';
import { firstOf, given, type ParcelFilters, type PeriodFilters, withParcelFilters, withPeriod } from './lists.js';
import { outcomeOf, statusOf } from './receiver-words.js';

type EventsOptions = CommonOptions & ParcelFilters & Required<Pick<PeriodFilters, 'limit'>> & PeriodFilters;

export const eventsCommand = (cli: Cli): Command =>
  withPeriod(withParcelFilters(leaf('events', 'list events, newest first, or show one with its deliveries')))
    .argument('[eventid]', 'the event to show')
    .action((eventid: string | undefined, options: EventsOptions) =>
      eventid === undefined ? list(cli, options) : show(cli, eventid, options),
    );

async function list(cli: Cli, { profile, json, limit, ...filters }: EventsOptions): Promise<void> {
  const query = { ...given(filters), limit: Math.min(limit, 200) };
  const events = await cli.ask(given({ profile, json }), (client) => firstOf(rowsOf(client, '/events', query as never), limit));
  cli.output.value(events);
  cli.output.table(
    events.map(({ createdAt, event, eventid, payload }) => {
      const { courier, tracking_number: number } = payload.references as Partial<Record<string, string>>;
      return [createdAt, event, eventid, `${courier} ${number}`];
    }),
  );
  if (events.length === 0) cli.output.note('No event matches.');
}

async function show(cli: Cli, eventid: string, options: CommonOptions): Promise<void> {
  const event = await cli.ask(options, (client) => dataOf(client.GET('/events/{eventid}', { params: { path: { eventid } } })));
  if (cli.output.wantsJson) return cli.output.value(event);
  cli.output.always(event.payload);
  cli.output.line(`Stored at ${event.createdAt}, consignment ${event.consignmentId}.`);
  if (event.deliveries.length === 0) return cli.output.line('It has no delivery.');
  cli.output.line('Its deliveries:');
  cli.output.table(
    event.deliveries.map(({ deliveryId, receiverId, status, attempts, lastOutcome, lastHttpStatus }) => [
      `  ${deliveryId}`,
      `receiver ${receiverId}`,
      statusOf(status),
      `${attempts} attempts`,
      outcomeOf(lastOutcome, lastHttpStatus),
    ]),
  );
}
