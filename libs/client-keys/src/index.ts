export { KeyChecks } from './key-checks.service.js';
export { faultWords, KEY_RULE, keyFault } from './key-fault.js';
