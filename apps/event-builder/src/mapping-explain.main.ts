// Says which rule of the operator decides what a carrier's code means, and why.
import { loadCarrierFiles, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import { EXPLAIN_USAGE, type ExplainArgs, parseExplainArgs } from './carriers/explain-args.js';
import { explainScan } from './carriers/explain-scan.js';
import { explanationText } from './carriers/explanation-text.js';

const FAILED = 1;
const BAD_USAGE = 2;

process.exitCode = run(process.argv.slice(2), process.env.CARRIERS_DIR);

function run(argv: readonly string[], usualFolder: string | undefined): number {
  let args: ExplainArgs;
  try {
    args = parseExplainArgs(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${EXPLAIN_USAGE}\n`);
    return BAD_USAGE;
  }
  try {
    process.stdout.write(`${explain(args, usualFolder)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return FAILED;
  }
}

function explain({ scan, folder }: ExplainArgs, usualFolder: string | undefined): string {
  const { mappings } = loadCarrierFiles(folder ?? (usualFolder || SHIPPED_CARRIERS));
  const mapping = mappings.get(scan.courier);
  if (mapping !== undefined) return explanationText(explainScan(scan, mapping));
  throw new Error(`There is no mappings/${scan.courier}.yaml. Couriers with mappings: ${[...mappings.keys()].join(', ') || 'none'}.`);
}
