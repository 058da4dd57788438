import { prepare, runMain } from './prepare/prepare.mjs';

/** Installs the packages, checks the types and compiles everything into dist. Steps that are up to date are skipped. */
await runMain(() => prepare({ broker: false, types: true }));
