import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

export interface FoundPattern {
  /** `apps/…/render-texts.ts:12` */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** `new RegExp(…)` with a pattern put together at run time: the source does not show it. */
export interface BuiltPattern {
  readonly file: string;
  readonly text: string;
}

/** Returns every regular expression that the code of apps, libs and scripts spells out, except in specs. */
export function patternsOfCode(): { readonly found: readonly FoundPattern[]; readonly built: readonly BuiltPattern[] } {
  const found: FoundPattern[] = [];
  const built: BuiltPattern[] = [];
  for (const file of sources()) {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2023, true);
    const placeOf = (node: ts.Node): string => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ place: placeOf(node), ...literal(node.text) });
      else if (isMaking(node)) collectMade(node, { file, place: placeOf(node) }, { found, built });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { found, built };
}

/** Returns every `pattern` of the published schemas: validators of the apps and of other programs run them. */
export function patternsOfSchemas(): readonly FoundPattern[] {
  const files = ['docs/openapi.json', ...filesBelow('docs/schemas')];
  return files.flatMap((place) =>
    [...schemaPatterns(JSON.parse(readFileSync(join(ROOT, place), 'utf8')))].map((source) => ({ place, source, flags: 'u' })),
  );
}

const sources = (): string[] =>
  ['apps', 'libs', 'scripts'].flatMap(filesBelow).filter((file) => /\.m?[jt]sx?$/.test(file) && !/\.(?:spec|d)\.m?tsx?$/.test(file));

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

function literal(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

type Making = ts.NewExpression | ts.CallExpression;

const isMaking = (node: ts.Node): node is Making =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';

function collectMade(
  node: Making,
  { file, place }: { file: string; place: string },
  into: { found: FoundPattern[]; built: BuiltPattern[] },
): void {
  const [pattern, flags] = node.arguments ?? [];
  const source = pattern && textOf(pattern);
  if (source === undefined) into.built.push({ file, text: node.getText() });
  else into.found.push({ place, source, flags: (flags && textOf(flags)) ?? '' });
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  return isRaw && ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
}

function* schemaPatterns(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') yield value;
    else yield* schemaPatterns(value);
  }
}
