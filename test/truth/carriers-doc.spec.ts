// Writes docs/carriers.md: the known codes of each carrier, counted from the lists and the mappings.
import { describe, expect, it } from '@jest/globals';
import { interpretScan } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { rulesOf } from '../../apps/event-builder/src/carriers/mapping-rule.js';
import { type CodeList, codeLists, mappingOf, scanOf, SHIPPED } from './carrier-lists.js';
import { holdFile } from './held-document.js';

const lists = codeLists();
const couriers = [...SHIPPED.mappings.keys()].toSorted();

const CARRIERS = 'apps/event-builder/src/carriers';

const INTRODUCTION = `# Carriers

The carrier codes that the shipped mappings know. Every listed code has a rule, or is silent on purpose: no event, no onDispatch. Each code belongs to one [class](../${CARRIERS}/meaning-class.ts), which limits the statuses of its rule. *Other forms* counts rules for codes outside the lists, with their source in the mapping (\`seen\`). To correct a rule, see [mappings.md](mappings.md).
The top of each mapping names the fields to connect. The top of each [list](../${CARRIERS}/lists) names its version, its sources and, as \`note\`, the carrier's peculiarities.
\`UPDATE_DOCS=1 npm test -- test/truth/carriers-doc.spec.ts\` writes this page from the lists and the mappings.
`;

const isSilent = ({ courier }: CodeList, code: CodeList['codes'][number]): boolean =>
  interpretScan(scanOf(courier, code), mappingOf(courier)).status === 'Ignore';

function coverage(): string {
  const rows = couriers.map((courier) => {
    const own = lists.filter((list) => list.courier === courier);
    const listed = own.reduce((sum, { codes }) => sum + codes.length, 0);
    const silent = own.reduce((sum, list) => sum + list.codes.filter((code) => isSilent(list, code)).length, 0);
    const rules = rulesOf(mappingOf(courier));
    const seen = rules.filter((rule) => rule.seen !== undefined).length;
    const texts = rules.filter(({ when }) => when.code === undefined).length;
    return `| [${courier}](../${CARRIERS}/mappings/${courier}.yaml) | ${listed} | ${listed - silent} | ${silent} | ${seen} | ${texts} |`;
  });
  return ['| courier | codes listed | mapped | silent | other forms | texts |', '| --- | --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

describe('docs/carriers.md', () => {
  it('counts the contents of the lists and the mapping of every carrier', async () => {
    const parts = [INTRODUCTION, coverage(), ''];
    await holdFile('docs/carriers.md', parts.join('\n'));
  });

  it('has a list for every carrier', () => {
    expect(couriers.filter((courier) => !lists.some((list) => list.courier === courier))).toEqual([]);
  });
});
