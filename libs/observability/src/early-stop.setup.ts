/**
 * Loaded before any program in the image (`node --import`). The first process of a container ignores a SIGTERM without a handler, and loading
 * a program takes a second, or many when throttled. Until it is loaded, nothing runs that needs an orderly end.
 */
const AS_THE_SIGNAL = 128;

const stopAtOnce = (number: number) => (): never => process.exit(AS_THE_SIGNAL + number);

process.once('SIGTERM', stopAtOnce(15));
process.once('SIGINT', stopAtOnce(2));
