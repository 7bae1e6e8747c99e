/**
 * The flags with which Node.js runs the built product, here for what starts it to be tried and measured; README.md and
 * package.json have them for everybody else.
 *
 * V8 lets the heap grow to several times of what lives in it when the machine has much memory, and PostgreSQL beside
 * it goes without. Garbage is collected when it comes to 60 percent of what lives. Measured with 64 connections: 220 MB
 * instead of 360 MB of the process, at the same processor time a request; 30 percent saves no more than 15 MB beyond
 * that. It is no limit: a heap that needs more gets more. NODE_OPTIONS does not take this flag.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--heap-growing-percent=60'] as const;
