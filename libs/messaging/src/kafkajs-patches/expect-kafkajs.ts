// kafkajs issue: none; guards the patches that replace internals of kafkajs.
// Can go when: no patch here replaces internals of kafkajs.

import { createRequire } from 'node:module';

const KNOWN = '2.2.4';

/** @throws when the installed version is not the one whose internals are known here. @param does what the known version does */
export function expectKafkajs(does: string): void {
  const { version } = createRequire(import.meta.url)('kafkajs/package.json') as { version: string };
  if (version !== KNOWN) throw new Error(`kafkajs ${version}: look whether it still ${does} as ${KNOWN}`);
}
