// Checks that the code in the documents can be parsed. test/packages also runs the code of the packages' READMEs, in Python and PHP too.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './held-document.js';

const PAGES = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', '{packages,examples}/*/README.md'], { cwd: ROOT }).toSorted();

/** Each returns what is wrong with the code; undefined = it can be parsed. */
const PARSERS: Readonly<Record<string, (code: string) => string | undefined>> = {
  sh: (code) => spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }).stderr || undefined,
  js: typescriptFault,
  ts: typescriptFault,
  json: (code) => {
    try {
      return void JSON.parse(code.replaceAll(/: …/g, ': null')); // a value that the page leaves out
    } catch (error) {
      return String(error);
    }
  },
  yaml: (code) => parseAllDocuments(code).flatMap(({ errors }) => errors)[0]?.message,
};

function typescriptFault(code: string): string | undefined {
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const first = diagnostics[0]?.messageText;
  return typeof first === 'object' ? first.messageText : first;
}

const faultsOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)].flatMap(
    ([, indent = '', language = '', code = '']) => {
      const fault = PARSERS[language]?.(code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
      return fault === undefined ? [] : [`${language}: ${fault}\n${code.slice(0, 200)}`];
    },
  );

describe('the code', () => {
  it.each(PAGES)('of %s can be parsed', (page) => expect(faultsOf(page)).toEqual([]));
});

it.each([
  ['sh', 'curl -s "$API'],
  ['js', 'const a = ;'],
  ['ts', 'const a: = 1;'],
  ['json', '{"a": }'],
  ['yaml', 'a: [1'],
])('finds a fault in %s', (language, code) => expect(PARSERS[language]?.(code)).toEqual(expect.stringMatching(/\w/)));
