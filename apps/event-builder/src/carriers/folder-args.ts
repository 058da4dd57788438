import { type Env, readConfig } from '#libs/config';
import type { CarrierFolders } from './carrier-mappings.provider.js';
import { carriersSettings } from './carriers.config.js';

/** What a command's arguments say of the operator's folder. */
export interface FolderArgs {
  /** Undefined = CARRIERS_DIR. */
  readonly folder: string | undefined;
  /** False = as CARRIERS_OVERLAY says. */
  readonly isOverlay: boolean;
}

/** @throws ConfigFault when a setting of the folder is wrong */
export function foldersOf({ folder, isOverlay }: FolderArgs, env: Env): CarrierFolders {
  const { carriersDir, carriersOverlay } = readConfig(carriersSettings, env);
  return { folder: folder ?? carriersDir, isOverlay: isOverlay || carriersOverlay };
}
