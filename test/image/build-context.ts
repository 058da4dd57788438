import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import dockerignore from '@balena/dockerignore';

/** Copies from `root` what .dockerignore lets in: what `docker build` would see. */
export function copyContext(root: string, target: string): void {
  const ignore = dockerignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  for (const file of filesBelow(root, root)) {
    if (ignore.ignores(file)) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

/** Without the folders that hold tens of thousands of files, and that .dockerignore leaves out anywhere. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(root, path)];
    return ['node_modules', 'dist', '.cache', '.git'].includes(entry.name) ? [] : filesBelow(root, path);
  });
}

/** COPY: of a folder its content, of a file the file; a target that ends with a slash, or has several sources, is a folder. */
export function copyInto(sources: readonly string[], target: string, isFolder: boolean): void {
  for (const source of sources) {
    const to = statSync(source).isDirectory() || !isFolder ? target : join(target, basename(source));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** A path of a stage, as a path of this machine. */
export function inside(stageRoot: string, workdir: string, path: string): string {
  return join(stageRoot, resolve('/', workdir, path));
}
