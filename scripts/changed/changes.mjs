import { spawnSync } from 'node:child_process';
import { PrepareError } from '../prepare/step.mjs';

/** @param commit the commit to compare the working tree with @returns `{ file, isNews }`; isNews = the file was added or deleted */
export function changesSince(root, commit) {
  const words = git(root, ['diff', '--name-status', '--no-renames', '--relative', '-z', commit, '--'], `There is no commit ${commit}`);
  const tracked = words.flatMap((word, index) => (index % 2 === 0 ? [{ file: words[index + 1], isNews: word !== 'M' }] : []));
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard', '-z']).map((file) => ({ file, isNews: true }));
  return [...tracked, ...untracked];
}

/** Returns every path that git knows or would add. A deleted file stays until its deletion is staged. */
export const filesOf = (root) => [...new Set(git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']))];

function git(root, args, fault = 'git does not know this folder') {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new PrepareError(`${fault}: ${stderr?.trim().split('\n')[0] ?? 'git could not be started'}`);
  return stdout.split('\0').filter(Boolean);
}
