// Says which rule decides the meaning of a carrier's code, and why.
import { defineCommand, flag, optional, required } from '#libs/command-line';
import type { Env } from '#libs/config';
import { loadCarrierFiles } from './carrier-mappings.provider.js';
import { type ExplainArgs, toExplainArgs } from './explain-args.js';
import { type Explanation, explainScan } from './explain-scan.js';
import { explanationText } from './explanation-text.js';
import { foldersOf } from './folder-args.js';

export const COMMAND = defineCommand({
  name: 'mapping:explain',
  summary: 'shows which rule decides what a carrier code means, and why',
  more: "an empty code or sub code ('') means none",
  args: {
    courier: required('<courier>', 'the carrier'),
    code: optional('[code]', 'carrier_code'),
    subCode: optional('[sub_code]', 'carrier_sub_code'),
    text: optional('[text]', 'raw_text; quote a text with blanks'),
  },
  options: {
    hint: optional('--hint <status>', "the producer's status_hint"),
    carriers: optional('--carriers <dir>', "the operator's folder; default CARRIERS_DIR, else the shipped mappings"),
    overlay: flag('--overlay', 'the folder lies over the shipped mappings, even where CARRIERS_OVERLAY is false'),
  },
  examples: ['correos A010000V'],
  reads: ['[CARRIERS_DIR]', '[CARRIERS_OVERLAY]'],
  run: (values, { env }) => {
    const explanation = explain(toExplainArgs(values), env);
    return { json: explanation, text: explanationText(explanation) };
  },
});

function explain({ scan, ...args }: ExplainArgs, env: Env): Explanation {
  const { mappings } = loadCarrierFiles(foldersOf(args, env));
  const mapping = mappings.get(scan.courier);
  if (mapping !== undefined) return explainScan(scan, mapping);
  throw new Error(`There is no mappings/${scan.courier}.yaml. Couriers with mappings: ${[...mappings.keys()].join(', ') || 'none'}.`);
}
