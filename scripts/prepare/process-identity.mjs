import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Returns the start time of the process with this pid as an opaque text, only for comparison; undefined when no such process lives.
 * A pid alone identifies no process: after a crash it may belong to another one.
 */
export function startedAt(pid) {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** True while the same process still lives, with the same pid and start time. A zombie does not count. */
export function isSameProcess({ pid, started }) {
  return started !== undefined && startedAt(pid) === started;
}

/** Identifies the scope of pids: the machine and, on Linux, its pid namespace. A container may share the host's name and /tmp, but not its pids. */
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
