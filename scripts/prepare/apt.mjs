import { runStep } from './step.mjs';

const ASKS_NOTHING = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

/** Only root may install packages of Debian. */
export const mayInstall = () => process.getuid?.() === 0;

export const aptInstall = (title, packages) =>
  runStep(title, ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages], ASKS_NOTHING);

/** For package lists that are missing or old. */
export const aptUpdate = () => runStep('updating the package lists', ['apt-get', 'update'], ASKS_NOTHING);
