/** What the demo and tests may call. */
export { refreshDirectory } from './directory';
export { connectOwnPlayed, connectPlayed, isPlayed, registerPlayed } from './played';
