export { copyInto } from './copy';
