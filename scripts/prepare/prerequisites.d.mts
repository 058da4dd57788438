export function javaMajorIn(text: string): number;
