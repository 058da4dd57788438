import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import dockerignore from '@balena/dockerignore';

/** Copies the files of `root` that .dockerignore lets in, as `docker build` sees them. */
export function copyContext(root: string, target: string): void {
  const ignore = dockerignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  for (const file of filesBelow(root, root)) {
    if (ignore.ignores(file)) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

/** Skips folders that hold tens of thousands of files and that .dockerignore excludes everywhere. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(root, path)];
    return ['node_modules', 'dist', '.cache', '.git'].includes(entry.name) ? [] : filesBelow(root, path);
  });
}

/** Copies as COPY does: a folder's content, or a file. The target is a folder if it ends with a slash or has several sources. */
export function copyInto(sources: readonly string[], target: string, isFolder: boolean): void {
  for (const source of sources) {
    const to = statSync(source).isDirectory() || !isFolder ? target : join(target, basename(source));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** Maps a path of a stage to a path on this machine. */
export function inside(stageRoot: string, workdir: string, path: string): string {
  return join(stageRoot, resolve('/', workdir, path));
}
