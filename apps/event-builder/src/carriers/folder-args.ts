import type { Env } from '#libs/config';
import type { CarrierFolders } from './carrier-mappings.provider.js';

/** What a command's arguments say of the operator's folder. */
export interface FolderArgs {
  /** Undefined = CARRIERS_DIR. */
  readonly folder: string | undefined;
  /** False = as CARRIERS_OVERLAY says. */
  readonly isOverlay: boolean;
}

export const foldersOf = ({ folder, isOverlay }: FolderArgs, { CARRIERS_DIR = '', CARRIERS_OVERLAY }: Env): CarrierFolders => ({
  folder: folder ?? CARRIERS_DIR,
  isOverlay: isOverlay || CARRIERS_OVERLAY !== 'false',
});
