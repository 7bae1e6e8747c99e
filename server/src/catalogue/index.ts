export { copyInto } from './copy';
export { factsInto } from './facts';
