/** A small door for programs with a kafkajs of their own: it loads neither Nest nor the schemas. */
export { quietRequestQueues } from './quiet-request-queues.js';
export { readWithinBounds } from './wire/fetch-answers.js';
