// Preloaded into an app (--import): shifts the app's wall clock by the ms in the file CLOCK_FILE; the monotonic clock stays right.
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
    // The file does not exist yet.
  }
}

look(); // The clock may be wrong from the start.
setInterval(look, LOOK_MS).unref();
