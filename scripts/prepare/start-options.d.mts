export interface StartOptions {
  readonly once: boolean;
  readonly noDemo: boolean;
  readonly watch: boolean;
  readonly timings: boolean;
  readonly help: boolean;
  readonly connectionFile?: string;
  readonly dataFolder?: string;
}
export const USAGE: string;
export function readStartOptions(
  args: readonly string[],
): { readonly options: StartOptions; readonly fault?: undefined } | { readonly options?: undefined; readonly fault: string };
