import type { ChildProcess } from 'node:child_process';

export const JEST: readonly string[];
export function startJest(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
export function listTests(args: readonly string[]): string[];
export const USUAL: readonly string[];
