import { resolve } from 'node:path';

export const USAGE = `usage: npm start -- [options]

Starts broker, database, the three apps and a demonstration: sample scans become HTTPS webhooks at three demo receivers.
Ctrl-C ends everything.

  --once                   end when every expected webhook has arrived (exit 0), or after 120 s with a list of missing ones (exit 1);
                           exit 1 also when an app, the broker or the database ended by itself and was restarted
  --no-demo                the stack only: an account and a token, but no receivers and no samples
  --timings                print the seconds of each step at the end
  --watch                  compile each changed source and restart the apps that import it (npm run dev)
  --connection-file PATH   write addresses, token and process ids to PATH as JSON at Running; with --once as soon as the apps run
  --data DIR               keep broker and database in DIR; without it each start begins empty
  --help                   this text

KAFKA_BROKERS, DATABASE_URL: use this broker or database instead of starting one. All other settings reach the apps unchanged.
`;

const FLAGS = { '--once': 'once', '--no-demo': 'noDemo', '--watch': 'watch', '--timings': 'timings', '--help': 'help', '-h': 'help' };
const PATHS = { '--connection-file': 'connectionFile', '--data': 'dataFolder' };

/** Reads the command line. @returns `{ options }`, or `{ fault }` with one sentence. Paths are made absolute */
export function readStartOptions(args) {
  const options = { once: false, noDemo: false, watch: false, timings: false, help: false };
  const rest = args.flatMap(splitAtEquals);
  while (rest.length > 0) {
    const name = rest.shift();
    if (Object.hasOwn(FLAGS, name)) options[FLAGS[name]] = true;
    else if (!Object.hasOwn(PATHS, name)) return { fault: `unknown option: ${name}` };
    else if (rest.length === 0 || rest[0].startsWith('--')) return { fault: `${name} needs a path` };
    else if (rest[0] === '') return { fault: `${name} needs a path, and the one given is empty: is a variable not set?` };
    else options[PATHS[name]] = resolve(rest.shift());
  }
  if (options.once && options.noDemo) return { fault: '--once waits for the demonstration’s webhooks: it cannot go with --no-demo' };
  return { options };
}

function splitAtEquals(argument) {
  const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(argument) ?? [];
  return name === undefined ? [argument] : [name, value];
}
