export function copyAssets(root: string): void;
