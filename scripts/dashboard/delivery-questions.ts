import { maxBy, of, type Question, rate, sumBy } from './questions.js';

const FAULT: Question = {
  title: 'When a webhook fails, whose fault is it?',
  panels: [
    {
      title: 'POSTs by outcome',
      description: 'accepted = 2xx; http_status = another answer; all others = no complete answer.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('outcome', rate('delivery_attempts_total'))],
    },
    {
      title: 'Receivers by their last outcome',
      description:
        'From the process with the most receivers. If many receivers share an outcome at the same time, look for a fault of the service first.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('outcome', of('delivery_receivers', 'outcome!="accepted"'))],
    },
    {
      title: 'Local faults',
      description: 'They count against no receiver, but each delays a webhook. Should be 0.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('side', rate('delivery_local_faults_total'))],
    },
    {
      title: 'Requests for OAuth2 tokens',
      description: 'none = the token endpoint gave no token.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('outcome', rate('oauth2_token_requests_total'))],
    },
  ],
};

const WAITS: Question = {
  title: 'Which webhooks wait, and for how long?',
  panels: [
    {
      title: 'Pending retries',
      description: 'In topic delivery-retries.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `max(${of('kafka_consumer_group_lag', 'topic="delivery-retries"')})`, legend: 'retries' }],
    },
    {
      title: 'Until the next retry is due',
      description: 'Below 0 = late.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `min(${of('delivery_retries_oldest_due_timestamp_seconds')}) - time()`, legend: 'next' }],
    },
    {
      title: 'In memory',
      description: 'Waiting for a permit, and in flight.',
      kind: 'lines',
      unit: 'short',
      series: [
        { query: `sum(${of('delivery_queue_waiting')})`, legend: 'waiting' },
        { query: `sum(${of('delivery_attempts_in_flight')})`, legend: 'under way' },
      ],
    },
    {
      title: 'Waiting in table and memory',
      description: 'Attempts in the overflow table wait for receivers that hang or are too slow. Events in memory wait after a burst.',
      kind: 'lines',
      unit: 'short',
      series: [
        { query: `max(${of('delivery_overflow_rows')})`, legend: 'attempts' },
        { query: `max(${of('delivery_overflow_receivers')})`, legend: 'receivers' },
        { query: `sum(${of('events_waiting')})`, legend: 'events' },
      ],
    },
    {
      title: 'Oldest in the overflow table',
      description: 'After 8 hours (MAX_WAIT_MS) an attempt gets its last POST and expires.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `time() - min(${of('delivery_overflow_oldest_timestamp_seconds')})`, legend: 'oldest' }],
    },
    {
      title: 'Open circuits',
      description: 'Receivers that time out. Each gets a probe every 30 s.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `sum(${of('delivery_open_circuits')})`, legend: 'receivers' }],
    },
  ],
};

const LOST: Question = {
  title: 'Which messages were given up, or not understood?',
  panels: [
    {
      title: 'Deliveries that ended without 2xx',
      description:
        'exhausted = 16 failed attempts; expired = 8 hours behind an open circuit; cancelled = the receiver was deleted or disabled.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('status', rate('deliveries_total', 'status!="delivered"'))],
    },
    {
      title: 'Dead letters in the topics',
      description: 'They stay for 30 days. dlq:list shows the reasons.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_dead_letters'))],
    },
    {
      title: 'New dead letters, by reason',
      description: 'Written per second.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('reason', rate('kafka_messages_dead_lettered_total'))],
    },
    {
      title: 'Unmapped carrier codes',
      description: 'The ten most frequent; mapping:unmapped lists all.',
      kind: 'lines',
      unit: 'ops',
      series: [{ query: `topk(10, sum by (courier, code) (${rate('unmapped_scan_total')}))`, legend: '{{courier}} {{code}}' }],
    },
    {
      title: 'Scans without a record',
      description: 'A scan waits up to 30 days for its record. Many scans: records arrive late or not at all.',
      kind: 'lines',
      unit: 'ops',
      series: [{ query: `sum(${rate('orphan_scans_total')})`, legend: 'orphans' }],
    },
    {
      title: 'Dropped parts of messages',
      description: 'Optional parts that could not be read. Inform the sender.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('field', rate('message_repairs_total'))],
    },
  ],
};

export const DELIVERY_QUESTIONS = [FAULT, WAITS, LOST];
