import { execFileSync } from 'node:child_process';
import { PrepareError } from './step.mjs';

/** The same words as in CONTRIBUTING.md. */
export const INSTALL_JAVA = 'Debian, Ubuntu: sudo apt-get install openjdk-17-jre-headless maven — macOS: brew install openjdk maven';
const OR_YOUR_OWN = 'Or set KAFKA_BROKERS=host:port to use a broker of your own.';

/** Throws one sentence about each missing tool: what, why, how to get it. Only the embedded broker needs Java and Maven. */
export function checkPrerequisites({ broker, brokerCached }) {
  const missing = [checkPlatform(), checkNode()];
  if (broker) missing.push(checkBrokerTools({ brokerCached }));
  const sentences = missing.filter((sentence) => sentence !== undefined);
  if (sentences.length > 0) throw new PrepareError(sentences.join('\n'));
}

function checkPlatform() {
  if (process.platform !== 'win32') return undefined;
  return 'Windows is not supported, because the local stack relies on Unix signals; use WSL 2 (wsl --install) and run the same command there.';
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return undefined;
  return `Node 24 or newer is needed; this is ${process.version}. Run the command by npm, which fetches a newer Node, or install one.`;
}

/** Maven is needed once, to fetch the broker. */
function checkBrokerTools({ brokerCached }) {
  const missing = [javaFault(), brokerCached || answers('mvn', ['-v']) ? undefined : 'Maven (mvn) was not found'].filter(Boolean);
  if (missing.length === 0) return undefined;
  return `The embedded Kafka broker needs Java 17 or newer and Maven: ${missing.join(', ')}. ${INSTALL_JAVA}. ${OR_YOUR_OWN}`;
}

function javaFault() {
  // -XshowSettings prints a stable key, but not every vendor's java supports it
  const text = answers('java', ['-XshowSettings:properties', '-version']) ?? answers('java', ['-version']);
  const major = javaMajorIn(text ?? '');
  if (major >= 17) return undefined;
  return text === undefined ? 'Java was not found' : `the installed Java has version ${major || 'unknown'}`;
}

/** Returns the major version in java's output, `8` for `1.8.0_392`; 0 = unknown. */
export function javaMajorIn(text) {
  const version = /java\.specification\.version = (?:1\.)?(\d+)/.exec(text) ?? /version "(?:1\.)?(\d+)/.exec(text);
  return Number(version?.[1] ?? 0);
}

function answers(command, args) {
  try {
    return execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1', command, ...args], {
      env: process.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
