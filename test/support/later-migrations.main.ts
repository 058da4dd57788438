// The operator's command line, with the migrations that only tests use.
import { addLaterMigrations } from './later-migrations.js';

addLaterMigrations();
await import('../../scripts/cli/cli.main.js');
