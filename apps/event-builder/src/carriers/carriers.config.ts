import { asBoolean, asText, optional } from '#libs/config';

export const carriersSettings = {
  carriersDir: optional(
    'CARRIERS_DIR',
    asText,
    '',
    'folder with mappings/<courier>.yaml, couriers.yaml, warehouses.yaml and clients.yaml; empty = the shipped files',
  ),
  carriersOverlay: optional(
    'CARRIERS_OVERLAY',
    asBoolean,
    'true',
    '`true`: the files in CARRIERS_DIR lie over the shipped files, rule by rule; `false`: they replace all shipped files',
  ),
};
