import { type Env, readConfig } from '#libs/config';
import type { CarrierFolders } from './carrier-mappings.provider.js';
import { carriersSettings } from './carriers.config.js';

/** The operator's folder as given by a command's arguments. */
export interface FolderArgs {
  /** undefined = CARRIERS_DIR. */
  readonly folder: string | undefined;
  /** False = CARRIERS_OVERLAY decides. */
  readonly isOverlay: boolean;
}

/** @throws ConfigFault when a setting of the folder is wrong */
export function foldersOf({ folder, isOverlay }: FolderArgs, env: Env): CarrierFolders {
  const { carriersDir, carriersOverlay } = readConfig(carriersSettings, env);
  return { folder: folder ?? carriersDir, isOverlay: isOverlay || carriersOverlay };
}
