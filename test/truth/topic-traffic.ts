import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { TOPICS } from '#libs/contracts';
import { ROOT } from './held-document.js';

export interface Traffic {
  readonly app: string;
  /** Name of the file without its extension, for example `scans.consumer`. */
  readonly door: string;
  readonly action: 'receive' | 'send';
  /** A key of TOPICS. */
  readonly topic: keyof typeof TOPICS;
}

/** Returns the readers and writers of each topic, as the consumers and publishers of the apps declare them. */
export function topicTraffic(): Traffic[] {
  return readdirSync(join(ROOT, 'apps'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:consumer|publisher)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap(trafficOf);
}

function trafficOf(path: string): Traffic[] {
  const app = relative(join(ROOT, 'apps'), path).split(/[/\\]/)[0] ?? '';
  const door = basename(path, '.ts');
  const isConsumer = door.endsWith('.consumer');
  const pattern = isConsumer ? /@BatchPattern\(\w+, TOPICS\.(\w+)\.name\)/g : /TOPICS\.(\w+)\.name/g;
  const topics = new Set([...readFileSync(path, 'utf8').matchAll(pattern)].map(([, topic]) => topic as keyof typeof TOPICS));
  return [...topics].map((topic) => ({ app, door, action: isConsumer ? 'receive' : 'send', topic }));
}
