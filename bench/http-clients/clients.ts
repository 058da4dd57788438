import { Agent, request as httpsRequest } from 'node:https';
import axios from 'axios';
import { Agent as UndiciAgent, fetch, Pool } from 'undici';

/** A way to POST a body to the sink; resolves when the whole answer has been read. */
export interface Client {
  readonly name: string;
  post(body: string): Promise<void>;
  close(): Promise<void>;
}

export interface Target {
  readonly url: string;
  /** The PEM of the authority that signed the sink's certificate. */
  readonly ca: string;
  readonly connections: number;
}

const HEADERS = { 'content-type': 'application/json' };

export const CLIENTS: readonly ((target: Target) => Client)[] = [undiciPool, nodeHttps, axiosClient, undiciFetch];

export function undiciPool({ url, ca, connections }: Target): Client {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, allowH2: false, connect: { ca } });
  return {
    name: 'undici Pool',
    post: async (body) => {
      const answer = await pool.request({ method: 'POST', path: pathname, headers: HEADERS, body });
      await answer.body.dump();
    },
    close: () => pool.close(),
  };
}

function nodeHttps({ url, ca, connections }: Target): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca });
  return {
    name: 'node:https, keep-alive',
    post: (body) =>
      new Promise((resolve, reject) => {
        const outgoing = httpsRequest(url, { method: 'POST', agent, headers: { ...HEADERS, 'content-length': Buffer.byteLength(body) } });
        outgoing.on('response', (answer) => answer.resume().on('end', resolve)).on('error', reject);
        outgoing.end(body);
      }),
    close: () => Promise.resolve(agent.destroy()),
  };
}

function axiosClient({ url, ca, connections }: Target): Client {
  const httpsAgent = new Agent({ keepAlive: true, maxSockets: connections, ca });
  const client = axios.create({ httpsAgent, proxy: false, maxRedirects: 0, headers: HEADERS });
  return {
    name: 'axios, keep-alive',
    post: async (body) => void (await client.post(url, body)),
    close: () => Promise.resolve(httpsAgent.destroy()),
  };
}

function undiciFetch({ url, ca, connections }: Target): Client {
  const dispatcher = new UndiciAgent({ connections, allowH2: false, connect: { ca } });
  return {
    name: 'fetch',
    post: async (body) => {
      const answer = await fetch(url, { method: 'POST', headers: HEADERS, body, dispatcher });
      await answer.arrayBuffer();
    },
    close: () => dispatcher.close(),
  };
}
