export const INSTALL_JAVA: string;
export function javaMajorIn(text: string): number;
export function checkPrerequisites(needs: { readonly broker: boolean; readonly brokerCached: boolean }): void;
