export { type ConsoleLink, linkText, linkToConsole } from './console-link.client.js';
export { collectReceptions, type Receptions, runDemo } from './demo.js';
export { type DemoServer, startDemoServer } from './demo-receivers.js';
export { withPublisher } from './sample-publisher.client.js';
export { loadSamples, type Sample } from './samples.js';
export { createScreen, type Screen, tableLines } from './screen.js';
