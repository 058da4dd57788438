import { of, type Question, rate, sumBy } from './questions.js';

const PARTS: Question = {
  title: 'Are database and brokers healthy?',
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
      description: 'Including the wait for a free connection.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `max by (app) (${of('database_round_trip_seconds')})`, legend: '{{app}}' }],
    },
    {
      title: 'Connections in use',
      description: 'Share of the connections that each instance may open.',
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
      title: 'Statements waiting for a connection',
      description: 'If they wait longer than a moment, the pool is too small or the database too slow.',
      kind: 'lines',
      unit: 'short',
      series: [sumBy('app', of('database_pool_waiting'))],
    },
    {
      title: 'Brokers',
      description: '0 = no broker answers.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `min by (app) (${of('kafka_brokers')})`, legend: '{{app}}' }],
    },
    {
      title: 'Sends to the brokers, 99th percentile',
      description: 'Until every in-sync replica has the message.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `histogram_quantile(0.99, sum by (le, topic) (${rate('kafka_publish_seconds_bucket')}))`, legend: '{{topic}}' }],
    },
    {
      title: 'Failed sends',
      description: 'They are repeated with their batch.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('topic', rate('kafka_publish_failures_total'))],
    },
    {
      title: 'Rebalances of consumer groups',
      description: 'Expected only when an instance starts or stops.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('group', rate('kafka_consumer_joins_total'))],
    },
  ],
};

const PROCESSES: Question = {
  title: 'Do the processes have spare capacity?',
  panels: [
    {
      title: 'CPU',
      description: 'A process works on one thread. At 1 the process is full, and another instance helps.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `max by (app) (${rate('process_cpu_seconds_total')})`, legend: '{{app}}' }],
    },
    {
      title: 'Memory',
      description: 'The largest instance.',
      kind: 'lines',
      unit: 'bytes',
      series: [{ query: `max by (app) (${of('process_resident_memory_bytes')})`, legend: '{{app}}' }],
    },
    {
      title: 'Event loop',
      description: 'The 99th percentile. It is 0.05 at rest, because the lag is sampled every 50 ms.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `max by (app) (${of('nodejs_eventloop_lag_p99_seconds')})`, legend: '{{app}}' }],
    },
    {
      title: 'Instances',
      description: 'Scraped instances.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `count by (app) (${of('database_up')})`, legend: '{{app}}' }],
    },
  ],
};

const API: Question = {
  title: 'Is the API healthy?',
  panels: [
    {
      title: 'Requests by status',
      description: 'aborted = the caller hung up.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('status', rate('http_request_seconds_count'))],
    },
    {
      title: '99th percentile by route',
      description: 'The ten slowest routes.',
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
