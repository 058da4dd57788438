import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ApiRoute {
  readonly method: string;
  /** `/receivers/:receiverId` */
  readonly path: string;
}

const SOURCES = join(import.meta.dirname, '../../apps/token-api/src');
const CONTROLLER = /@Controller\((?:'([^']*)')?\)/;
const ROUTE = /@(Get|Post|Put|Patch|Delete)\((?:'([^']*)')?\)/g;

/** Returns every route of token-api, as its controllers declare it. */
export function apiRoutes(): ApiRoute[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.controller.ts'))
    .flatMap((entry) => routesOf(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
    .toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}

function routesOf(source: string): ApiRoute[] {
  const prefix = CONTROLLER.exec(source)?.[1] ?? '';
  return [...source.matchAll(ROUTE)].map(([, method = '', path = '']) => ({
    method: method.toUpperCase(),
    path: `/${[prefix, path].filter((part) => part !== '').join('/')}`,
  }));
}
