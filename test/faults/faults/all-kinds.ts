import { coordinator, killBroker, pauseBroker, restartBroker, twoBrokers } from './broker.js';
import { clockJump } from './clock-jump.js';
import { connectionLimit, fullDisk, killDatabase, lockTable, restartDatabase } from './database.js';
import type { FaultKind } from './fault.js';
import { killApp, killPair } from './kill-app.js';
import { namesOut } from './names-out.js';
import { networkDelay, networkHalfOpen, networkLoss, networkReset } from './network.js';
import { receiverStorm } from './receiver-storm.js';
import { rollingRestart } from './rolling-restart.js';
import { stopApp } from './stop-app.js';

export const ALL_KINDS: readonly FaultKind[] = [
  killApp,
  killPair,
  stopApp,
  rollingRestart,
  killBroker,
  restartBroker,
  pauseBroker,
  coordinator,
  twoBrokers,
  restartDatabase,
  killDatabase,
  lockTable,
  connectionLimit,
  fullDisk,
  networkDelay,
  networkLoss,
  networkReset,
  networkHalfOpen,
  namesOut,
  clockJump,
  receiverStorm,
];
