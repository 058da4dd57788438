// The PHP package: its own tests, and its description.
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { missingProgram, outputOf, ROOT } from './packages.js';

const PACKAGE = join(ROOT, 'packages/receiver-php');
/** What the tests load: as packages of Debian, or by Composer in packages/receiver-php/vendor. */
const LOADS = `
  is_file('vendor/autoload.php') or (include 'Nyholm/Psr7/autoload.php') && (include 'Symfony/Component/HttpFoundation/autoload.php') or exit(1);
  exit(extension_loaded('pdo_sqlite') && extension_loaded('pcntl') ? 0 : 1);`;

const inPhp =
  (missingProgram(
    'php',
    ['-d', 'display_errors=0', '-r', LOADS],
    'PHP 8.1 with php-sqlite3, php-nyholm-psr7 and php-symfony-http-foundation',
    PACKAGE,
  ) ?? missingProgram('phpunit', ['--version'], 'PHPUnit')) === undefined
    ? describe
    : describe.skip;

inPhp('packages/receiver-php', () => {
  it('passes its tests', () => {
    expect(outputOf('phpunit', [], { cwd: PACKAGE })).toMatch(/^OK|Tests: \d+/m);
  });
});

const byComposer = missingProgram('composer', ['--version'], 'Composer') === undefined ? it : it.skip;

byComposer('packages/receiver-php has a valid composer.json', () => {
  expect(outputOf('composer', ['validate', '--strict', '--no-check-lock', '--no-interaction'], { cwd: PACKAGE })).toContain('is valid');
});
