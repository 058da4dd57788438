// Internals of kafkajs: its encoder and decoder, to which our codec is compared, and its requests, which a test can make fail.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Encoded {
  readonly buffer: Buffer;
}

/** Encodes one record as kafkajs does. */
export const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (record: object) => Encoded;

/** Encodes one uncompressed batch of encoded records as kafkajs does. */
export const { RecordBatch: encodeBatch } = require('kafkajs/src/protocol/recordBatch/v0/index.js') as {
  RecordBatch: (batch: object) => Promise<Encoded>;
};

const decode = require('kafkajs/src/protocol/recordBatch/v0/decoder.js') as (decoder: object) => Promise<{ records: unknown[] }>;
const DecoderOfKafkajs = require('kafkajs/src/protocol/decoder.js') as new (buffer: Buffer) => object;

/** Decodes the records of one batch as kafkajs does. */
export async function decodeBatch<R>(batch: Buffer): Promise<R[]> {
  return (await decode(new DecoderOfKafkajs(batch))).records as R[];
}

interface Member {
  readonly groupId: string;
  readonly memberId: string;
}

/** The requests of a client to one broker. */
export interface BrokerOfKafkajs {
  fetch: (request: object) => Promise<unknown>;
  heartbeat: (member: Member) => Promise<unknown>;
  joinGroup: (member: Member) => Promise<unknown>;
  leaveGroup: (member: Member) => Promise<unknown>;
  syncGroup: (member: Member) => Promise<unknown>;
}

export const { prototype: brokerOfKafkajs } = require('kafkajs/src/broker/index.js') as { prototype: BrokerOfKafkajs };

/** Makes the error that kafkajs makes of an error code. */
export const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
