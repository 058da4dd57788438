export declare function folderFaults(root: string, app: string): string[];
