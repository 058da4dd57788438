export interface ProcessIdentity {
  readonly pid: number;
  readonly started?: string | undefined;
}
export function startedAt(pid: number): string | undefined;
export function isSameProcess(identity: ProcessIdentity): boolean;
export function pidSpace(): string;
