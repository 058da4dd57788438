import { runStep, say } from './step.mjs';

/** What the tests of the Python and the PHP package need, as packages of Debian. */
const PACKAGES = [
  'python3-venv',
  'php-cli',
  'php-sqlite3',
  'phpunit',
  'php-nyholm-psr7',
  'php-psr-http-factory',
  'php-symfony-http-foundation',
  'composer',
];
const OPTIONS = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

/** Root installs Python and PHP from Debian. Tests without their language are left out and say so. */
export async function installLanguages() {
  if (process.getuid?.() !== 0) return;
  try {
    await install().catch(async () => {
      await runStep('updating the package lists', ['apt-get', 'update'], OPTIONS);
      await install();
    });
  } catch ({ message }) {
    say(message);
  }
}

const install = () =>
  runStep('installing Python and PHP', ['apt-get', 'install', '--yes', '--no-install-recommends', ...PACKAGES], OPTIONS);
