/** What the demo and tests may call. */
export { refreshDirectory } from './directory';
export { connectPlayed, isPlayed, registerPlayed } from './played';
