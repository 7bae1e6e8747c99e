import { setFlagsFromString } from 'node:v8';

/** How much of garbage, in percent of what lives, may gather in the heap before it is collected. */
const GROWING_PERCENT = 60;

/**
 * V8 lets the heap grow to several times of what lives in it when the machine has much memory, and PostgreSQL beside
 * it goes without. Measured with 64 connections: 220 MB instead of 360 MB of the process, at the same processor time
 * a request; 30 percent saves no more than 15 MB beyond that. It is no limit: a heap that needs more gets more.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
