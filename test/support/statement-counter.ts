import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between an app and the database that records every statement from the wire protocol. It sees everything that the app sends and
 * counts no other client. It supports only connections without TLS.
 */
export class StatementCounter {
  private noted: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** The value for DATABASE_URL. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<StatementCounter> {
    const target = new URL(databaseUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const own = new URL(databaseUrl);
    own.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const counter = new StatementCounter(server, own.href);
    server.on('connection', (client) => counter.join(client, connect(Number(target.port || 5432), target.hostname)));
    return counter;
  }

  /** Returns the statements since the last call, in order. */
  take(): string[] {
    const taken = this.noted;
    this.noted = [];
    return taken;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, database: Socket): void {
    const note = statementReader((statement) => this.noted.push(statement));
    client.on('data', note);
    client.pipe(database).pipe(client);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

const HEADER_BYTES = 5;

/**
 * Reads a client's messages: `Q` is a statement, `P` prepares a named statement, `B` binds it to values, `E` executes it. The first message
 * has no type.
 */
function statementReader(onStatement: (statement: string) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  let isStarted = false;
  const prepared = new Map<string, string>();
  let bound = '';
  const read = (type: string, body: Buffer): void => {
    if (type === 'Q') onStatement(body.subarray(0, -1).toString());
    const [first = '', second = ''] = textsOf(body);
    if (type === 'P') prepared.set(first, second);
    if (type === 'B') bound = prepared.get(second) ?? '';
    if (type === 'E') onStatement(bound);
  };
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isStarted) {
      if (waiting.length < 4 || waiting.length < waiting.readUInt32BE(0)) return;
      waiting = waiting.subarray(waiting.readUInt32BE(0));
      isStarted = true;
    }
    while (waiting.length >= HEADER_BYTES && waiting.length > waiting.readUInt32BE(1)) {
      const end = 1 + waiting.readUInt32BE(1);
      read(String.fromCharCode(waiting[0]!), waiting.subarray(HEADER_BYTES, end));
      waiting = waiting.subarray(end);
    }
  };
}

/** Returns the first two texts of a message; each ends with a zero byte. */
function textsOf(body: Buffer): string[] {
  const first = body.indexOf(0);
  return [body.subarray(0, first), body.subarray(first + 1, body.indexOf(0, first + 1))].map(String);
}
