import { runApp } from '#libs/observability';
import { PROGRAM } from './webhook-sender.app.js';

await runApp(PROGRAM, process.env);
