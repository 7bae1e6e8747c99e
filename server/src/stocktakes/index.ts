export { doubtCounts } from './doubt';
export { type Held, setAside } from './set-aside';
