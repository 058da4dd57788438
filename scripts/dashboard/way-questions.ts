import { maxBy, of, type Question, quantiles, rate, sumBy } from './questions.js';

const NOT_RETRIES = 'topic!="delivery-retries"';

const FLOW: Question = {
  title: 'Do webhooks flow?',
  panels: [
    {
      title: 'Delivered per second',
      description: 'Deliveries that a receiver has answered with 2xx.',
      kind: 'number',
      unit: 'ops',
      series: [{ query: `sum(${rate('deliveries_total', 'status="delivered"')})`, legend: 'delivered' }],
    },
    {
      title: 'One of a hundred waits from event to 2xx',
      description: 'Receivers’ own slowness included.',
      kind: 'number',
      unit: 's',
      series: quantiles('delivery_event_to_success_seconds').slice(-1),
    },
    {
      title: 'Messages that wait',
      description: 'In all topics but that of the retries.',
      kind: 'number',
      unit: 'short',
      series: [{ query: `sum(max by (topic) (${of('kafka_consumer_group_lag', NOT_RETRIES)}))`, legend: 'messages' }],
    },
    {
      title: 'POSTs that were accepted',
      description: 'Of all that were made. One receiver that fails and has much traffic lowers it alone: see who below.',
      kind: 'number',
      unit: 'percentunit',
      series: [
        {
          query: `sum(${rate('delivery_attempts_total', 'outcome="accepted"')}) / sum(${rate('delivery_attempts_total')})`,
          legend: 'accepted',
        },
      ],
    },
    {
      title: 'Along the way, per second',
      description: 'Scans and records in, events, POSTs. A step that falls behind its left neighbour has lag.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('topic', rate('kafka_messages_processed_total'))],
    },
    {
      title: 'Events by name',
      description: 'What was decided.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('event', rate('events_decided_total'))],
    },
  ],
};

const LATE: Question = {
  title: 'How late are they?',
  panels: [
    {
      title: 'From scan to first attempt',
      description: 'What a customer feels.',
      kind: 'lines',
      unit: 's',
      series: quantiles('delivery_scan_to_first_attempt_seconds'),
    },
    {
      title: 'From scan to event',
      description: 'event-builder’s share.',
      kind: 'lines',
      unit: 's',
      series: quantiles('scan_to_event_seconds'),
    },
    {
      title: 'From event to 2xx',
      description: 'webhook-sender’s share and the receivers’; half hours are retries.',
      kind: 'lines',
      unit: 's',
      series: quantiles('delivery_event_to_success_seconds'),
    },
    {
      title: 'One accepted POST',
      description: 'The receivers’ own time.',
      kind: 'lines',
      unit: 's',
      series: quantiles('delivery_attempt_seconds', 'outcome="accepted"'),
    },
  ],
};

const STILL: Question = {
  title: 'Does anything make no progress, or fall behind?',
  panels: [
    {
      title: 'Messages that wait, by topic',
      description: 'Those of delivery-retries wait by their nature.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_consumer_group_lag', NOT_RETRIES))],
    },
    {
      title: 'Since the last commit',
      description: 'Rises while there is nothing to do as well: trouble only where messages wait.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `time() - max by (topic) (${of('kafka_last_commit_timestamp_seconds')})`, legend: '{{topic}}' }],
    },
    {
      title: 'Partitions that are read',
      description: 'Fewer than the topic has = some are not read.',
      kind: 'lines',
      unit: 'short',
      series: [sumBy('topic', of('kafka_consumer_partitions'))],
    },
    {
      title: 'The partition that is furthest behind',
      description: 'Far above the others of its topic: one key has most of the traffic.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_consumer_lag', NOT_RETRIES))],
    },
    {
      title: 'Messages in a batch',
      description: 'Large ones mean load; at 500 it is the limit.',
      kind: 'lines',
      unit: 'short',
      series: [
        {
          query: `sum by (topic) (${rate('kafka_batch_messages_sum')}) / sum by (topic) (${rate('kafka_batch_messages_count')})`,
          legend: '{{topic}}',
        },
      ],
    },
    {
      title: 'Time of a batch',
      description: 'Nearly all of it is waiting for the database and the brokers.',
      kind: 'lines',
      unit: 's',
      series: [
        {
          query: `sum by (topic) (${rate('kafka_batch_seconds_sum')}) / sum by (topic) (${rate('kafka_batch_seconds_count')})`,
          legend: '{{topic}}',
        },
      ],
    },
  ],
};

export const WAY_QUESTIONS = [FLOW, LATE, STILL];
