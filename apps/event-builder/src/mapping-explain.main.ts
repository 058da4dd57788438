// Says which rule of the operator decides what a carrier's code means, and why.
import { runCommandLine } from '#libs/observability';
import { loadCarrierFiles } from './carriers/carrier-mappings.provider.js';
import { EXPLAIN_USAGE, type ExplainArgs, parseExplainArgs } from './carriers/explain-args.js';
import { explainScan } from './carriers/explain-scan.js';
import { explanationText } from './carriers/explanation-text.js';

const COMMAND = {
  usage: EXPLAIN_USAGE,
  parse: parseExplainArgs,
  run: (args: ExplainArgs) => ({ output: explain(args) }),
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

function explain({ scan, folder = process.env.CARRIERS_DIR ?? '', isOverlay }: ExplainArgs): string {
  const { mappings } = loadCarrierFiles({ folder, isOverlay: isOverlay || process.env.CARRIERS_OVERLAY === 'true' });
  const mapping = mappings.get(scan.courier);
  if (mapping !== undefined) return explanationText(explainScan(scan, mapping));
  throw new Error(`There is no mappings/${scan.courier}.yaml. Couriers with mappings: ${[...mappings.keys()].join(', ') || 'none'}.`);
}
