import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#libs/config';

/** Hears, line by line, how a command that may take long gets on. */
export type ReportProgress = (line: string) => void;

const LOOK_EVERY_MS = SECOND;
const REPEAT_AFTER_LOOKS = 10;

/** Until the work is done, tells what it waits for: as soon as that changes, and every ten seconds. @param awaited [] = it waits for nobody */
export async function withProgress<T>(awaited: () => Promise<string[]>, tell: ReportProgress, work: Promise<T>): Promise<T> {
  const end = new AbortController();
  const watch = watching(awaited, tell, end.signal);
  try {
    return await work;
  } finally {
    end.abort();
    await watch;
  }
}

async function watching(awaited: () => Promise<string[]>, tell: ReportProgress, end: AbortSignal): Promise<void> {
  let told = '';
  for (let looks = 1; await passes(LOOK_EVERY_MS, end); looks++) {
    const names = await awaited().catch(() => []); // whoever cannot look has said nothing; the work itself says what is wrong
    const line = names.length === 0 ? 'Still at work.' : `Waiting for ${names.join(', ')}.`;
    if (looks % REPEAT_AFTER_LOOKS !== 0 && (names.length === 0 || line === told)) continue;
    tell(line);
    told = line;
  }
}

/** @returns false when the end comes first */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> => pause(ms, true, { signal }).catch(() => false);
