import { prepare, runMain } from './prepare/prepare.mjs';

/** Installs the packages and compiles everything into dist, where either is not up to date. */
await runMain(() => prepare({ broker: false }));
