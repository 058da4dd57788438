export const FIRST: readonly string[];
export function postgresPackages(root: string): string;
