export const JEST: readonly string[];
export const USUAL: readonly string[];
