import type { Client } from './clients.js';

export interface Posts {
  readonly perSecond: number;
  /** CPU of this process, seconds per 10,000 POSTs. */
  readonly cpuSeconds: number;
}

/** Only makes POSTs, one at a time per connection. */
export async function postAll(client: Client, options: { posts: number; body: string; connections: number }): Promise<Posts> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  let left = options.posts;
  const queue = async (): Promise<void> => {
    while (left-- > 0) await client.post(options.body);
  };
  await Promise.all(Array.from({ length: options.connections }, queue));
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: options.posts / seconds, cpuSeconds: ((user + system) / 1e6 / options.posts) * 10_000 };
}
