/** What the demo and tests may call. */
export { hearWaiting } from './hear';
export { pollOnce, setUp } from './known';
export { isPlayed, linkPlayed, tellPlayed } from './played';
export { sendWaiting } from './send';
