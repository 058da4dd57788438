// The operator's command line, with the migrations of tests.
import { addLaterMigrations } from './later-migrations.js';

addLaterMigrations();
await import('../../scripts/cli/cli.main.js');
