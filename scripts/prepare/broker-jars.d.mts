export function brokerJars(root: string): string;
