import type { Target } from '../target.js';
import * as api from './api.js';
import { KAFKA } from './kafka.js';
import * as operator from './operator.js';
import { DELIVERY_ATTEMPT, TRACKING_EVENT } from './own-messages.js';
import { RECORD_TARGET, SCAN } from './parcels.js';
import * as receivers from './receivers.js';

export const TARGETS: readonly Target[] = [
  SCAN,
  RECORD_TARGET,
  KAFKA,
  TRACKING_EVENT,
  DELIVERY_ATTEMPT,
  operator.CARRIER_FILES,
  operator.CATALOGUE,
  operator.SETTINGS,
  operator.ARGUMENTS,
  operator.UNMAPPED,
  api.BODIES,
  api.HEADERS,
  api.CURSORS,
  api.TOKENS,
  receivers.URLS,
  receivers.ADDRESSES,
  receivers.ANSWERS,
  receivers.TOKEN_ANSWERS,
  receivers.FAILURES,
  receivers.NAMES,
  receivers.AUTH,
];
