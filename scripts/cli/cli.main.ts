// The operator's command line: needs nothing but the compiled code and the packages of production, so that the image has it too.
import { runCli } from './run-cli.js';

/** In this process: a signal reaches the command, and its exit code is the exit code of the process. */
process.setSourceMapsEnabled(true);
// A reader that has seen enough closes the pipe: `… | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
});
