import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Encoded {
  readonly buffer: Buffer;
}

/** Encodes one record with the encoder of kafkajs. */
export const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (record: object) => Encoded;

/** Encodes one uncompressed batch of encoded records with the encoder of kafkajs. */
export const { RecordBatch: encodeBatch } = require('kafkajs/src/protocol/recordBatch/v0/index.js') as {
  RecordBatch: (batch: object) => Promise<Encoded>;
};

const decode = require('kafkajs/src/protocol/recordBatch/v0/decoder.js') as (decoder: object) => Promise<{ records: unknown[] }>;
const DecoderOfKafkajs = require('kafkajs/src/protocol/decoder.js') as new (buffer: Buffer) => object;

/** Decodes the records of one batch with the decoder of kafkajs. */
export async function decodeBatch<R>(batch: Buffer): Promise<R[]> {
  return (await decode(new DecoderOfKafkajs(batch))).records as R[];
}
