export function postgresPackages(root: string): string;
