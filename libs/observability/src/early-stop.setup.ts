/**
 * Loaded before everything else of a program in the image (`node --import`): the first process of a container does not hear a SIGTERM that it
 * has no handler for, and reading a program takes a second or, throttled, many. Until then nothing has begun that could be brought to an end.
 */
const AS_THE_SIGNAL = 128;

const stopAtOnce = (number: number) => (): never => process.exit(AS_THE_SIGNAL + number);

process.once('SIGTERM', stopAtOnce(15));
process.once('SIGINT', stopAtOnce(2));
