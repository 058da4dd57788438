import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { dropPartialResponses } from './partial-responses.js';
import { quietRequestQueues } from './quiet-request-queues.js';

const require = createRequire(import.meta.url);
interface Connection {
  connect(): Promise<boolean>;
  disconnect(): Promise<boolean>;
  send(request: object): Promise<{ apiVersions: readonly object[] }>;
}
const ConnectionOfKafkajs = require('kafkajs/src/network/connection.js') as new (options: object) => Connection;
const apiVersions = require('kafkajs/src/protocol/requests/apiVersions/v0/request.js') as () => object;
const apiVersionsResponse = require('kafkajs/src/protocol/requests/apiVersions/v0/response.js') as object;
const { createLogger, LEVELS } = require('kafkajs/src/loggers/index.js') as {
  createLogger: (options: object) => object;
  LEVELS: { NOTHING: number };
};

const CORRELATION_ID_AT = 8;
/** A limit for requests that hang. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Answers an ApiVersions request of version 0 with one API. */
function answerTo(request: Buffer): Buffer {
  const answer = Buffer.alloc(20);
  answer.writeInt32BE(16, 0);
  answer.writeInt32BE(request.readInt32BE(CORRELATION_ID_AT), 4);
  answer.writeInt32BE(1, 10); // behind the error code, which is 0
  return answer;
}

describe('a connection that breaks within a response', () => {
  const server = net.createServer();
  afterEach(() => void server.close());

  it('reads the first response on its next socket from the beginning', async () => {
    quietRequestQueues();
    dropPartialResponses();
    let sockets = 0;
    server.on('connection', (socket) => {
      const isFirst = ++sockets === 1;
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        if (!isFirst) return void socket.write(answerTo(request));
        return void socket.write(answerTo(request).subarray(0, 12), () => socket.end());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const connection = new ConnectionOfKafkajs({
      host: '127.0.0.1',
      port,
      logger: createLogger({ level: LEVELS.NOTHING, logCreator: () => () => undefined }),
      socketFactory: ({ onConnect }: { onConnect: () => void }) => net.connect(port, '127.0.0.1', onConnect),
      connectionTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      enforceRequestTimeout: true,
    });
    const ask = async (): Promise<number> => {
      await connection.connect();
      return (await connection.send({ request: apiVersions(), response: apiVersionsResponse })).apiVersions.length;
    };
    await expect(ask()).rejects.toThrow('Closed connection');
    expect(await ask()).toBe(1);
    await connection.disconnect();
  });
});
