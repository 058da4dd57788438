import { maxBy, of, type Question, quantiles, rate, sumBy } from './questions.js';

const NOT_RETRIES = 'topic!="delivery-retries"';

const FLOW: Question = {
  title: 'Do webhooks flow?',
  panels: [
    {
      title: 'Delivered per second',
      description: 'Deliveries that a receiver answered with 2xx.',
      kind: 'number',
      unit: 'ops',
      series: [{ query: `sum(${rate('deliveries_total', 'status="delivered"')})`, legend: 'delivered' }],
    },
    {
      title: 'From event to 2xx, 99th percentile',
      description: 'Including the time of the receivers.',
      kind: 'number',
      unit: 's',
      series: quantiles('delivery_event_to_success_seconds').slice(-1),
    },
    {
      title: 'Waiting messages',
      description: 'In all topics except delivery-retries.',
      kind: 'number',
      unit: 'short',
      series: [{ query: `sum(max by (topic) (${of('kafka_consumer_group_lag', NOT_RETRIES)}))`, legend: 'messages' }],
    },
    {
      title: 'Accepted POSTs',
      description: 'Share of all POSTs. A single failing receiver with much traffic can lower it: the panels below show the receivers.',
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
      title: 'Steps per second',
      description: 'Scans and records in, events, POSTs. A step that is slower than the previous step has lag.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('topic', rate('kafka_messages_processed_total'))],
    },
    {
      title: 'Events by name',
      description: 'Events that event-builder decided.',
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
      description: 'The delay that a customer notices.',
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
      description: 'Time of webhook-sender and the receivers. Half hours are retries.',
      kind: 'lines',
      unit: 's',
      series: quantiles('delivery_event_to_success_seconds'),
    },
    {
      title: 'One accepted POST',
      description: 'The time of the receivers.',
      kind: 'lines',
      unit: 's',
      series: quantiles('delivery_attempt_seconds', 'outcome="accepted"'),
    },
  ],
};

const STILL: Question = {
  title: 'Does any part stand still or fall behind?',
  panels: [
    {
      title: 'Waiting messages by topic',
      description: 'Messages in delivery-retries wait by design.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_consumer_group_lag', NOT_RETRIES))],
    },
    {
      title: 'Since the last commit',
      description: 'It also rises without work: a problem only if messages wait.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `time() - max by (topic) (${of('kafka_last_commit_timestamp_seconds')})`, legend: '{{topic}}' }],
    },
    {
      title: 'Partitions that are read',
      description: 'Fewer partitions than the topic has = some are not read.',
      kind: 'lines',
      unit: 'short',
      series: [sumBy('topic', of('kafka_consumer_partitions'))],
    },
    {
      title: 'Lag of the slowest partition',
      description: 'If it is far above the topic’s other partitions, one key has most of the traffic.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_consumer_lag', NOT_RETRIES))],
    },
    {
      title: 'Messages per batch',
      description: 'Large batches mean load; 500 is the limit.',
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
      title: 'Time per batch',
      description: 'Mostly waiting for the database and the brokers.',
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
