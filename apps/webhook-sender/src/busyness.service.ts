import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Part of the time in which the event loop was at work: above it, this process is the slow one. */
const BUSY = 0.75;

/** Whether the event loop has hardly had a moment to spare since that look. */
export const wasBusySince = (look: EventLoopUtilization): boolean => performance.eventLoopUtilization(look).utilization > BUSY;
