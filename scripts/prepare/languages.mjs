import { aptInstall, aptUpdate, mayInstall } from './apt.mjs';
import { say } from './step.mjs';

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

/** Root installs Python and PHP from Debian. Tests without their language are left out and say so. */
export async function installLanguages() {
  if (!mayInstall()) return;
  try {
    await install().catch(async () => {
      await aptUpdate();
      await install();
    });
  } catch ({ message }) {
    say(message);
  }
}

const install = () => aptInstall('installing Python and PHP', PACKAGES);
