'use strict';
/**
 * Prints the path of a Node that can run this project: the current one if it is new enough, else a fetched one.
 * Any Node must be able to parse this file, so it uses old syntax and no packages. Messages go to stderr.
 */
var childProcess = require('child_process');
var crypto = require('crypto');
var fs = require('fs');
var path = require('path');

var NEEDED = 24;
var VERSION = '24.21.0';
/** The npm package `node` consists of one package per platform. The integrity values come from the npm registry. */
var PACKAGES = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
var CACHE = path.join(__dirname, '..', '.cache');

function main() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  var node = path.join(CACHE, 'node-' + VERSION, 'bin', 'node');
  if (!fs.existsSync(node)) fetchNode();
  return node;
}

/** Unpacks into a temporary folder, and renames it when its node runs: a broken download is never used. */
function fetchNode() {
  var startedMs = Date.now();
  process.stderr.write('prepare  Node ' + NEEDED + ' is needed and this is ' + process.version + ': fetching Node ' + VERSION + ' …\n');
  var platform = process.platform + '-' + process.arch;
  var integrity = PACKAGES[platform];
  if (!integrity) throw new Error('npm has no Node ' + VERSION + ' for ' + platform);
  var aside = path.join(CACHE, 'node-' + VERSION + '.' + process.pid + '.partial');
  mkdir(CACHE);
  mkdir(aside);
  try {
    download('node-' + platform + '@' + VERSION, integrity, aside);
    var version = run(path.join(aside, 'package', 'bin', 'node'), ['--version'], aside).trim();
    if (version !== 'v' + VERSION) throw new Error('the fetched Node says that it is ' + version);
    moveTo(path.join(CACHE, 'node-' + VERSION), path.join(aside, 'package'));
    process.stderr.write('prepare  fetching Node ' + VERSION + ': done in ' + Math.round((Date.now() - startedMs) / 1000) + ' s\n');
  } finally {
    run('rm', ['-rf', aside], CACHE);
  }
}

function download(name, integrity, folder) {
  npm(['pack', '--silent', name], folder);
  var archive = path.join(folder, name.replace('@', '-') + '.tgz');
  var hash = crypto.createHash('sha512').update(fs.readFileSync(archive)).digest('base64');
  if (hash !== integrity) throw new Error(name + ' has another content than expected (sha512-' + hash + ')');
  run('tar', ['-xzof', archive], folder);
}

/** Another command of this clone may have fetched the same version meanwhile. */
function moveTo(target, source) {
  try {
    fs.renameSync(source, target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
  }
}

function npm(args, cwd) {
  var script = process.env.npm_execpath;
  return script && script.slice(-10) === 'npm-cli.js' ? run(process.execPath, [script].concat(args), cwd) : run('npm', args, cwd);
}

function run(command, args, cwd) {
  var result = childProcess.spawnSync(command, args, { cwd: cwd, encoding: 'utf8' });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(path.basename(command) + ' ' + args[0] + ' failed: ' + lastLine(result.stderr));
  return result.stdout;
}

function lastLine(text) {
  return text.trim().split('\n').pop();
}

function mkdir(folder) {
  if (!fs.existsSync(folder)) fs.mkdirSync(folder);
}

try {
  process.stdout.write(main() + '\n');
} catch (error) {
  process.stderr.write(
    'Node ' +
      NEEDED +
      ' or newer is needed; this is ' +
      process.version +
      ', and a newer one could not be fetched (' +
      error.message +
      '). ' +
      'Install it: Debian, Ubuntu, any system: nodejs.org/en/download — macOS: brew install node@' +
      NEEDED +
      '.\n',
  );
  process.exit(1);
}
