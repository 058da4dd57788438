// Says which rule of the operator decides what a carrier's code means, and why.
import type { Env } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { loadCarrierFiles } from './carriers/carrier-mappings.provider.js';
import { EXPLAIN_USAGE, type ExplainArgs, parseExplainArgs } from './carriers/explain-args.js';
import { explainScan } from './carriers/explain-scan.js';
import { explanationText } from './carriers/explanation-text.js';
import { foldersOf } from './carriers/folder-args.js';

export const COMMAND = {
  usage: EXPLAIN_USAGE,
  parse: parseExplainArgs,
  run: (args: ExplainArgs, { env }: CommandContext) => ({ output: explain(args, env) }),
};

function explain({ scan, ...args }: ExplainArgs, env: Env): string {
  const { mappings } = loadCarrierFiles(foldersOf(args, env));
  const mapping = mappings.get(scan.courier);
  if (mapping !== undefined) return explanationText(explainScan(scan, mapping));
  throw new Error(`There is no mappings/${scan.courier}.yaml. Couriers with mappings: ${[...mappings.keys()].join(', ') || 'none'}.`);
}
