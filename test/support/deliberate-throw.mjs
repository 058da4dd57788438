// Preloaded into an app (--import): a timer of webhook-sender throws as soon as the file DELIBERATE_THROW exists.
import { existsSync } from 'node:fs';

const LOOK_MS = 20;
const { setInterval } = globalThis;

globalThis.setInterval = (...args) => {
  const error = new Error('a deliberate throw');
  if (/apps\/webhook-sender\/src\//.test(error.stack)) {
    globalThis.setInterval = setInterval; // One timer is enough.
    setInterval(() => {
      if (existsSync(process.env.DELIBERATE_THROW)) throw error;
    }, LOOK_MS);
  }
  return setInterval(...args);
};
