import { runApp } from '#libs/observability';
import { PROGRAM } from './token-api.app.js';

await runApp(PROGRAM, process.env);
