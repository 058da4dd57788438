export { KeyTrials } from './key-trials.client.js';
export { keyFault } from './key-fault.js';
