// Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from the files of this folder.
import { FirstTables1764700000000 } from './1764700000000-first-tables.migration.js';
import { RowsSetAside1764800000000 } from './1764800000000-rows-set-aside.migration.js';
import { SetAsideIndex1764810000000 } from './1764810000000-set-aside-index.migration.js';
import { CausesAndWaits1764820000000 } from './1764820000000-causes-and-waits.migration.js';
import { Filters1764900000000 } from './1764900000000-filters.migration.js';
import { ParcelIndexes1764910000000 } from './1764910000000-parcel-indexes.migration.js';
import { Mails1765000000000 } from './1765000000000-mails.migration.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  FirstTables1764700000000,
  RowsSetAside1764800000000,
  SetAsideIndex1764810000000,
  CausesAndWaits1764820000000,
  Filters1764900000000,
  ParcelIndexes1764910000000,
  Mails1765000000000,
];
