import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * When the process with this pid was started, in words that only compare with themselves; undefined when no such process lives.
 * A pid alone is no identity: after a crash it may belong to somebody else's process.
 */
export function startedAt(pid) {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** True while the very process that was seen with `started` still lives (a zombie does not). */
export function isSameProcess({ pid, started }) {
  return started !== undefined && startedAt(pid) === started;
}

/** Where pids mean the same: this machine and, on Linux, its namespace of them. A container may share the host's name and its /tmp, not its pids. */
export function pidSpace() {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the command's name may hold blanks and brackets
    return 'ZX'.includes(fields[0]) ? undefined : `${bootId()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function fromPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state, ...started] = line.split(/\s+/);
    return line === '' || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}
