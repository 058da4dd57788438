/** A small door for programs with a kafkajs of their own: it loads neither Nest nor the schemas. */
export { quietRequestQueues } from './kafkajs-patches/quiet-request-queues.js';
export { readWithinBounds } from './kafkajs-patches/fetch-answers.js';
