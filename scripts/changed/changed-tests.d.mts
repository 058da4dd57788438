export function changedOption(args: readonly string[]): { readonly commit: string; readonly rest: string[] } | undefined;
export function kindsIn(args: readonly string[]): string[] | undefined;
