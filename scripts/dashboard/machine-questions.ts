import { of, type Question, rate, sumBy } from './questions.js';

const PARTS: Question = {
  title: 'Are database and brokers well?',
  panels: [
    {
      title: 'Database answers',
      description: '1 = yes, for the worst instance.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `min by (app) (${of('database_up')})`, legend: '{{app}}' }],
    },
    {
      title: 'Smallest statement',
      description: 'With the wait for a free connection.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `max by (app) (${of('database_round_trip_seconds')})`, legend: '{{app}}' }],
    },
    {
      title: 'Connections in use',
      description: 'Of those each instance may open.',
      kind: 'lines',
      unit: 'percentunit',
      series: [
        {
          query: `sum by (app) (${of('database_pool_connections', 'state="used"')}) / sum by (app) (${of('database_pool_size')})`,
          legend: '{{app}}',
        },
      ],
    },
    {
      title: 'Statements that wait for a connection',
      description: 'More than a moment: the pool is too small, or the database too slow.',
      kind: 'lines',
      unit: 'short',
      series: [sumBy('app', of('database_pool_waiting'))],
    },
    {
      title: 'Brokers',
      description: '0 = none answers.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `min by (app) (${of('kafka_brokers')})`, legend: '{{app}}' }],
    },
    {
      title: 'Sends to the brokers: one of a hundred takes',
      description: 'Until every in-sync replica has it.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `histogram_quantile(0.99, sum by (le, topic) (${rate('kafka_publish_seconds_bucket')}))`, legend: '{{topic}}' }],
    },
    {
      title: 'Sends that were given up',
      description: 'Made again with their batch.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('topic', rate('kafka_publish_failures_total'))],
    },
    {
      title: 'Consumer groups that rebalanced',
      description: 'With each start and stop of an instance, and else never.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('group', rate('kafka_consumer_joins_total'))],
    },
  ],
};

const PROCESSES: Question = {
  title: 'Have the processes room?',
  panels: [
    {
      title: 'CPU',
      description: 'One process has one thread for its work: at 1 it is full, and another instance helps.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `max by (app) (${rate('process_cpu_seconds_total')})`, legend: '{{app}}' }],
    },
    {
      title: 'Memory',
      description: 'Of the largest instance.',
      kind: 'lines',
      unit: 'bytes',
      series: [{ query: `max by (app) (${of('process_resident_memory_bytes')})`, legend: '{{app}}' }],
    },
    {
      title: 'Event loop',
      description: 'One of a hundred turns comes so late; 0.05 at rest, for the lag is sampled every 50 ms.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `max by (app) (${of('nodejs_eventloop_lag_p99_seconds')})`, legend: '{{app}}' }],
    },
    {
      title: 'Instances',
      description: 'That were scraped.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `count by (app) (${of('database_up')})`, legend: '{{app}}' }],
    },
  ],
};

const API: Question = {
  title: 'How is the API?',
  panels: [
    {
      title: 'Requests by answer',
      description: 'aborted = the caller hung up.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('status', rate('http_request_seconds_count'))],
    },
    {
      title: 'One of a hundred takes, by route',
      description: 'The slowest ten.',
      kind: 'lines',
      unit: 's',
      series: [
        {
          query: `topk(10, histogram_quantile(0.99, sum by (le, route) (${rate('http_request_seconds_bucket')})))`,
          legend: '{{route}}',
        },
      ],
    },
  ],
};

export const MACHINE_QUESTIONS = [PARTS, PROCESSES, API];
