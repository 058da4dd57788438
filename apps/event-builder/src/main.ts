import { runApp } from '#libs/observability';
import { PROGRAM } from './event-builder.app.js';

await runApp(PROGRAM, process.env);
