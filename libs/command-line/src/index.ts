export { type ApiCall, apiCaller } from './call-api.client.js';
export { descriptionOf, PROGRAM, readArguments } from './commander-command.js';
export {
  choice,
  type CommandContext,
  type CommandDefinition,
  type CommandOutcome,
  defineCommand,
  flag,
  optional,
  repeated,
  required,
  requiredChoice,
  UsageError,
  type ValuesFor,
  type ValuesOf,
} from './define-command.js';
export { accountNumber, baseAddress, instant, numberShownBy, timeZone, uuid, wholeNumber } from './readers.js';
export { type CommandCall, type CommandRegistry, runCommandLine } from './run-command-line.js';
