import { maxBy, of, type Question, rate, sumBy } from './questions.js';

const FAULT: Question = {
  title: 'When one fails, whose fault is it?',
  panels: [
    {
      title: 'POSTs by how they ended',
      description: 'accepted = 2xx; http_status = another answer; all others had no whole answer.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('outcome', rate('delivery_attempts_total'))],
    },
    {
      title: 'Receivers by how the last one ended',
      description:
        'As seen by the process that sees most of them. Many at once with the same outcome: look for a fault of the service first.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('outcome', of('delivery_receivers', 'outcome!="accepted"'))],
    },
    {
      title: 'Local faults',
      description: 'Charged to no receiver; each delays a webhook. Should be 0.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('side', rate('delivery_local_faults_total'))],
    },
    {
      title: 'OAuth2 tokens asked for',
      description: 'none = there was none to be had.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('outcome', rate('oauth2_token_requests_total'))],
    },
  ],
};

const WAITS: Question = {
  title: 'What waits, and for how long?',
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
      description: 'Waiting for a slot, and under way.',
      kind: 'lines',
      unit: 'short',
      series: [
        { query: `sum(${of('delivery_queue_waiting')})`, legend: 'waiting' },
        { query: `sum(${of('delivery_attempts_in_flight')})`, legend: 'under way' },
      ],
    },
    {
      title: 'Waiting for their turn',
      description: 'Attempts in the table, behind receivers that hang or are too slow for their traffic; events in memory, behind a burst.',
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
      description: 'After 8 hours (MAX_WAIT_MS) it gets its last POST and expires.',
      kind: 'lines',
      unit: 's',
      series: [{ query: `time() - min(${of('delivery_overflow_oldest_timestamp_seconds')})`, legend: 'oldest' }],
    },
    {
      title: 'Open circuits',
      description: 'Receivers that time out and get a probe now and then.',
      kind: 'lines',
      unit: 'short',
      series: [{ query: `sum(${of('delivery_open_circuits')})`, legend: 'receivers' }],
    },
  ],
};

const LOST: Question = {
  title: 'What was given up, or not understood?',
  panels: [
    {
      title: 'Deliveries that ended without 2xx',
      description: 'exhausted = 16 attempts; expired = 8 hours behind an open circuit; cancelled = the receiver is gone or disabled.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('status', rate('deliveries_total', 'status!="delivered"'))],
    },
    {
      title: 'Dead letters that lie there',
      description: 'For 30 days. dlq:list tells why.',
      kind: 'lines',
      unit: 'short',
      series: [maxBy('topic', of('kafka_dead_letters'))],
    },
    {
      title: 'Dead letters that come, by reason',
      description: 'Written now.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('reason', rate('kafka_messages_dead_lettered_total'))],
    },
    {
      title: 'Carrier codes that nothing explains',
      description: 'The ten most frequent; mapping:unmapped lists all.',
      kind: 'lines',
      unit: 'ops',
      series: [{ query: `topk(10, sum by (courier, code) (${rate('unmapped_scan_total')}))`, legend: '{{courier}} {{code}}' }],
    },
    {
      title: 'Scans that came before their record',
      description: 'They wait for it 30 days. Many: records come late, or not at all.',
      kind: 'lines',
      unit: 'ops',
      series: [{ query: `sum(${rate('orphan_scans_total')})`, legend: 'orphans' }],
    },
    {
      title: 'Parts of messages that were left out',
      description: 'Parts that could not be read and are not needed. Inform the sender.',
      kind: 'lines',
      unit: 'ops',
      series: [sumBy('field', rate('message_repairs_total'))],
    },
  ],
};

export const DELIVERY_QUESTIONS = [FAULT, WAITS, LOST];
