// Preloaded into an app (--import): its wall clock goes wrong by as many ms as stand in the file CLOCK_FILE; the steady clock does not.
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offsetMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [realNow() + offsetMs] : args));
  }

  static now() {
    return realNow() + offsetMs;
  }
};

function look() {
  try {
    offsetMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0;
  } catch {
    // not set yet
  }
}

look(); // wrong from the start
setInterval(look, LOOK_MS).unref();
