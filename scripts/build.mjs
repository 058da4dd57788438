import { prepare, runMain } from './prepare/prepare.mjs';

/** Installs the packages, checks the types and compiles everything into dist, where any of it is not up to date. */
await runMain(() => prepare({ broker: false, types: true }));
