import { execFileSync } from 'node:child_process';
import { PrepareError } from './step.mjs';

const INSTALL_JAVA = 'Debian/Ubuntu: apt-get install default-jre-headless maven — macOS: brew install openjdk maven';
const OR_YOUR_OWN = 'or set KAFKA_BROKERS=host:port to use a broker of your own';

/** Refuses to go on, with one sentence for each missing piece: what, why, how to get it. Java is needed for the embedded broker alone. */
export function checkPrerequisites({ broker, brokerCached }) {
  const missing = [checkPlatform(), checkNode()];
  if (broker) missing.push(checkJava());
  if (broker && !brokerCached) missing.push(checkMaven());
  const sentences = missing.filter((sentence) => sentence !== undefined);
  if (sentences.length > 0) throw new PrepareError(sentences.join('\n'));
}

function checkPlatform() {
  if (process.platform !== 'win32') return undefined;
  return 'Windows is not supported, because the local stack relies on Unix signals; use WSL 2 (wsl --install) and run the same command there.';
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node 20.19 or newer is needed, because the services are written for it; this is ${process.version}. Get it from nodejs.org (any system) or: macOS: brew install node.`;
}

function checkJava() {
  const major = javaMajor();
  if (major >= 17) return undefined;
  const found = major === 0 ? 'none was found' : `version ${major} was found`;
  return `Java 17 or newer is needed, because the embedded Kafka broker runs on it; ${found}. ${INSTALL_JAVA} — ${OR_YOUR_OWN}.`;
}

function checkMaven() {
  if (answers('mvn', ['-v'])) return undefined;
  return `Maven (mvn) is needed once, because it fetches the embedded Kafka broker. ${INSTALL_JAVA} — ${OR_YOUR_OWN}.`;
}

function javaMajor() {
  // -XshowSettings prints a stable key; the first line of -version differs between vendors
  const text = answers('java', ['-XshowSettings:properties', '-version']) ?? '';
  const version = /java\.specification\.version = (?:1\.)?(\d+)/.exec(text)?.[1];
  return version ? Number(version) : 0;
}

function answers(command, args) {
  try {
    return execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1', command, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
