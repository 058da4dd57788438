import childProcess from 'node:child_process';
import fs, { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isSource } from './graph.mjs';
import { COMMAND_LINE, PAGE } from './programs.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const NO_SOURCE = /^(?:\.\.|node_modules|\.cache|\.git|coverage)(?:\/|$)|^dist(?:$|\/\.)/;
const OF_PROCESSES = ['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'];
/** Separators between parts of a command line or setting, each of which may be a path. */
const BETWEEN_PATHS = /[\s'"`=:;,()<>|&]+/;

let facts;

/** Begins a new record. From the first call on, this process records its reads in the clone and its starts of programs. */
export function beginRecord() {
  if (facts === undefined) listen();
  facts = { reads: new Set(), lists: new Set(), starts: new Set() };
}

/** Returns the facts since `beginRecord` as paths from the root. A trailing slash means everything below. */
export const recorded = () => Object.fromEntries(Object.entries(facts).map(([name, paths]) => [name, [...paths]]));

function listen() {
  for (const [name, tell] of Object.entries(OF_FILES)) {
    for (const key of [name, `${name}Sync`]) wrap(fs, key, tell);
    wrap(fs.promises, name, tell);
  }
  for (const name of OF_PROCESSES)
    wrap(childProcess, name, (command, ...rest) => {
      const options = rest.find((each) => typeof each === 'object' && each !== null && !Array.isArray(each)) ?? {};
      noteStart([command, ...(Array.isArray(rest[0]) ? rest[0] : [])].map(String), options);
    });
}

function wrap(place, key, tell) {
  const original = place[key];
  if (original === undefined) return;
  const telling = (inner) =>
    function (...args) {
      tell(...args);
      return inner.apply(this, args);
    };
  const properties = Object.getOwnPropertyDescriptors(original);
  if (properties[promisify.custom]) properties[promisify.custom].value = telling(original[promisify.custom]);
  place[key] = Object.defineProperties(telling(original), properties);
}

function beforeWildcard(pattern) {
  const wildcard = pattern.search(/[*?{[]/);
  return wildcard < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', wildcard) + 1);
}

function textOf(path) {
  if (path?.href?.startsWith('file:')) return fileURLToPath(path.href);
  return typeof path === 'string' ? path : undefined;
}

/** Returns the path from the root; undefined outside the clone and for paths that git ignores. */
function inClone(path, from = '') {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const inside = relative(ROOT, resolve(from, text));
  return NO_SOURCE.test(inside) ? undefined : inside;
}

const read = (path) => notePath('reads', path);
const readBelow = (path) => notePath('reads', path, '/');
const list = (path) => notePath('lists', path, '/');

/** Functions of node:fs by name. Most have a Sync form and a promise form. */
const OF_FILES = {
  ...Object.fromEntries(
    ['readFile', 'createReadStream', 'open', 'access', 'exists', 'stat', 'lstat', 'copyFile'].map((name) => [name, read]),
  ),
  cp: readBelow,
  readdir: list,
  opendir: list,
  glob: (patterns, options) => [patterns].flat().forEach((pattern) => list(resolve(options?.cwd ?? '', beforeWildcard(pattern)))),
};

function notePath(kind, path, slash = '') {
  const inside = inClone(path);
  if (inside?.startsWith('dist/')) note(inside);
  else if (inside !== undefined) facts[kind].add(inside + slash);
}

/**
 * Records a program: the paths of the clone on its command line, and in settings that differ from this process.
 * A program that runs in a folder of the clone without naming a path may read the whole folder; a shell names the paths that it reads.
 */
export function noteStart(texts, { env = {}, cwd } = {}) {
  const folder = textOf(cwd);
  const settings = Object.entries(env).flatMap(([name, value]) => (process.env[name] === value ? [] : [String(value)]));
  const parts = [...texts, ...settings].flatMap((text) => text.replaceAll('file://', '').split(BETWEEN_PATHS));
  const found = parts.filter((part) => /[^/]\/|\/[^/]/.test(part)).flatMap((part) => existing(inClone(part, folder)));
  const npm = [...texts.join(' ').matchAll(/\bnpm (?:run )?(?:--silent )?([\w:]+)/g)].map(([, name]) => `scripts/${scriptOf(name)}.mjs`);
  [...found, ...npm].forEach(note);
  if (folder !== undefined && found.length + npm.length === 0 && texts[1] !== '-c') readBelow(folder);
  const line = texts.findIndex((text) => COMMAND_LINE.test(text));
  if (line >= 0) noteCommand(texts[line + 1]);
}

/** Records a command of the command line. Without a name, it can be any command. */
export const noteCommand = (name = '') => facts.starts.add(`command ${name}`);

/** Returns the file in scripts/ that a script of package.json runs. */
const scriptOf = (name) => /scripts\/run ([\w-]+)/.exec(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts[name])?.[1];

const existing = (inside) => (inside !== undefined && existsSync(join(ROOT, inside)) ? [inside] : []);

/** A compiled file counts as its source. */
const sourceOf = (inside) => (inside.startsWith('dist/') ? inside.slice('dist/'.length).replace(/\.js(?:\.map)?$/, '.ts') : inside);

/** Records a path that a program gets. A file that a build makes from several sources counts as their folder. */
function note(inside) {
  const path = sourceOf(inside);
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  const folder = `${found ? path : dirname(path)}/`;
  if (path.startsWith(PAGE) && path !== inside) facts.starts.add(PAGE);
  else if (!found?.isFile()) [facts.starts, facts.reads].forEach((each) => each.add(folder));
  else if (isSource(path)) facts.starts.add(path);
  else facts.reads.add(path);
}
