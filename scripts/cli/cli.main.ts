// The operator's command line. It needs only the compiled code and the production packages, so that the image can contain it.
import { runCli } from './run-cli.js';

/** The command runs in this process: signals reach it, and its exit code is the exit code of the process. */
process.setSourceMapsEnabled(true);
// A reader such as `… | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
});
